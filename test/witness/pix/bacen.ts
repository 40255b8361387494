import assert from 'node:assert/strict'
import { Value } from 'typebox/value'
import { randomId } from '../../../src/primitives/id.ts'
import { cents } from '../../../src/primitives/money.ts'
import { openApiPix } from '../../../src/providers/api-pix/api-pix.ts'
import { apiPixSettings } from '../../../src/providers/api-pix/settings.ts'
import { type Exchange, recordExchanges } from '../../../src/providers/http/provider-client.ts'
import { timeLimit } from '../../kit/time-limit.ts'
import type { Witness } from '../witness.ts'
import { type BacenSchemas, openBacenSchemas } from './bacen-schemas.ts'
import { type PlayedBank, pay, playBank } from './played-bank.ts'

/**
 * A validator over the OpenAPI document of the Banco Central: what the adapter sends and what the
 * sandbox returns, as recorded on the network.
 */
export const bacen: Witness = {
  name: 'ajv',
  registry: 'npm',
  subject: 'API Pix 2.9.0: requests and responses, by the document of the Banco Central',
  async run({ call }, stage) {
    const schemas = await openBacenSchemas()
    const exchanges = await playBank(stage, 'padrao', lifeOfCharges)
    const bodies = exchanges.flatMap(bodiesOf)
    for (const [title, group] of Object.entries(Object.groupBy(bodies, ({ title }) => title)))
      await call(title, () => {
        for (const body of group ?? []) assertValid(schemas, body)
      })
  },
}

const someId = () => randomId().replaceAll('-', '')

/** Every route that the adapter uses, with a refusal of each. */
async function lifeOfCharges(played: PlayedBank): Promise<readonly Exchange[]> {
  const settings = Value.Parse(apiPixSettings, played.bank.credentials)
  const pix = openApiPix(settings)
  const foreign = openApiPix({ ...settings, chave: randomId() })
  try {
    const { exchanges } = await recordExchanges(async () => {
      const payer = { name: 'Ana Souza', document: '52998224725' }
      const charge = { txid: someId(), amount: cents(10_50), expiresInSeconds: 600, payer }
      const created = await pix.createCharge({ ...charge, message: 'Pedido 42' }, timeLimit())
      assert(created.kind === 'created')
      await pix.findCharge(charge.txid, timeLimit())
      await pix.findCharge(someId(), timeLimit())
      await foreign.createCharge({ ...charge, txid: someId() }, timeLimit())
      const removed = { ...charge, txid: someId() }
      await pix.createCharge(removed, timeLimit())
      await pix.removeCharge(removed.txid, timeLimit())
      await pix.removeCharge(removed.txid, timeLimit())
      await pix.registerCallback('https://pagamentos.exemplo.com.br/callbacks/x', timeLimit())
      await refunds(pix, await pay(played, created.emv))
      await pix.findCharge(charge.txid, timeLimit())
      const day = { from: new Date(Date.now() - 60_000), until: new Date(Date.now() + 60_000) }
      await pix.listCharges(day, timeLimit())
      await pix.listPayments(day, timeLimit())
    })
    return exchanges.filter(({ call }) => !call.path.startsWith('/oauth/'))
  } finally {
    await Promise.all([pix.close(), foreign.close()])
  }
}

async function refunds(pix: ReturnType<typeof openApiPix>, endToEndId: string): Promise<void> {
  const refund = { endToEndId, refundId: someId(), amount: cents(1_00) }
  await pix.refund(refund, timeLimit())
  await pix.findRefund(endToEndId, refund.refundId, timeLimit())
  await pix.findRefund(endToEndId, someId(), timeLimit())
  await pix.refund({ ...refund, refundId: someId(), amount: cents(99_00) }, timeLimit())
}

interface Body {
  readonly title: string
  readonly method: string
  readonly path: string
  readonly status?: number
  readonly body: unknown
}

const paths: readonly (readonly [RegExp, string])[] = [
  [/^\/cob\/\w+$/, '/cob/{txid}'],
  [/^\/cob\?/, '/cob'],
  [/^\/pix\/\w+\/devolucao\/\w+$/, '/pix/{e2eid}/devolucao/{id}'],
  [/^\/pix\?/, '/pix'],
  [/^\/webhook\/[\w-]+$/, '/webhook/{chave}'],
]

function bodiesOf({ call: { method, path: sent, body }, answer }: Exchange): Body[] {
  const path = paths.find(([pattern]) => pattern.test(sent))?.[1]
  if (path === undefined) throw new Error(`a path that the document does not have: ${sent}`)
  assert(answer.kind === 'answered')
  const { status, text } = answer
  const request = { title: `${method} ${path}`, method, path, body: parsed(body) }
  const response = {
    title: `${method} ${path}: ${status}`,
    method,
    path,
    status,
    body: parsed(text),
  }
  return body === undefined ? [response] : [request, response]
}

const parsed = (text: string | Uint8Array | undefined): unknown =>
  typeof text === 'string' && text !== '' ? JSON.parse(text) : undefined

function assertValid(schemas: BacenSchemas, { title: _, ...body }: Body): void {
  const errors = schemas.check(body)
  // The document gives no content to the response to a registered webhook.
  if (errors === undefined) assert.equal(body.path, '/webhook/{chave}')
  else assert.deepEqual(errors, [])
}
