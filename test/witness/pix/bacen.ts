import assert from 'node:assert/strict'
import { Value } from 'typebox/value'
import { Agent, request } from 'undici'
import { localDate } from '../../../src/brazil/local-time.ts'
import { randomId } from '../../../src/primitives/id.ts'
import { cents } from '../../../src/primitives/money.ts'
import { openApiPix } from '../../../src/providers/api-pix/api-pix.ts'
import { apiPixSettings } from '../../../src/providers/api-pix/settings.ts'
import { type Exchange, recordExchanges } from '../../../src/providers/http/provider-client.ts'
import { timeLimit } from '../../kit/time-limit.ts'
import type { Witness } from '../witness.ts'
import { type BacenSchemas, openBacenSchemas } from './bacen-schemas.ts'
import { type PlayedBank, pay, playBank, settingOf } from './played-bank.ts'

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
    const { exchanges, payloads } = await playBank(stage, 'padrao', lifeOfCharges)
    const bodies = [...exchanges.flatMap(bodiesOf), ...payloads]
    for (const [title, group] of Object.entries(Object.groupBy(bodies, ({ title }) => title)))
      await call(title, () => {
        for (const body of group ?? []) assertValid(schemas, body)
      })
  },
}

const someId = () => randomId().replaceAll('-', '')

/** Every route that the adapter uses, with a refusal of each. */
async function lifeOfCharges(played: PlayedBank): Promise<{
  readonly exchanges: readonly Exchange[]
  readonly payloads: readonly Body[]
}> {
  const payloads: Body[] = []
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
      payloads.push(await payloadAt(played, created.location, '/{pixUrlAccessToken}'))
      await refunds(pix, await pay(played, created.emv))
      const due = await dueCharges(pix)
      payloads.push(await payloadAt(played, due.location, '/cobv/{pixUrlAccessToken}'))
      await pay(played, due.emv)
      await pix.dueCharges.findCharge(due.txid, timeLimit())
      await pix.findCharge(charge.txid, timeLimit())
      const day = { from: new Date(Date.now() - 60_000), until: new Date(Date.now() + 60_000) }
      await pix.listCharges(day, timeLimit())
      await pix.dueCharges.listCharges(day, timeLimit())
      await locationsAndBatches(played, pix)
      await pix.listPayments(day, timeLimit())
    })
    return {
      exchanges: exchanges.filter(({ call }) => !call.path.startsWith('/oauth/')),
      payloads,
    }
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

/** A charge of each form of the terms. Returns one that discounts a day, not paid yet. */
async function dueCharges({ dueCharges: due }: ReturnType<typeof openApiPix>) {
  const today = localDate(new Date())
  const off = { kind: 'fixed', amount: cents(10) } as const
  const terms = {
    original: cents(10_50),
    dueDate: today.add({ days: 5 }).toString(),
    validDaysAfterDue: 10,
    fine: { kind: 'percent', rate: 200 },
    interest: { kind: 'percent', per: 'month', rate: 100, days: 'calendar' },
    rebate: { kind: 'fixed', amount: cents(1_00) },
    discount: { kind: 'until', steps: [{ date: today.toString(), off }] },
  } as const
  const payer = { name: 'Ana Souza', document: '52998224725' }
  const [charge, daily, removed] = [someId(), someId(), someId()]
  const created = await due.createCharge({ txid: charge, terms, payer }, timeLimit())
  assert(created.kind === 'created')
  const perDay = { kind: 'per-day-early', days: 'business', off } as const
  await due.createCharge({ txid: daily, terms: { ...terms, discount: perDay }, payer }, timeLimit())
  await due.createCharge({ txid: removed, terms, payer, message: 'Parcela 1' }, timeLimit())
  await due.removeCharge(removed, timeLimit())
  await due.removeCharge(removed, timeLimit())
  await due.findCharge(someId(), timeLimit())
  const past = { ...terms, dueDate: '2020-01-02' }
  await due.createCharge({ txid: someId(), terms: past, payer }, timeLimit())
  return { txid: charge, ...created }
}

async function locationsAndBatches(
  { pass }: PlayedBank,
  { locations, batches }: ReturnType<typeof openApiPix>,
): Promise<void> {
  const made = await locations.create('cobv', timeLimit())
  assert(made.kind === 'done')
  await locations.find(made.location.id, timeLimit())
  await locations.unlink(made.location.id, timeLimit())
  await locations.find(999_999, timeLimit())
  const day = { from: new Date(Date.now() - 60_000), until: new Date(Date.now() + 60_000) }
  await locations.list(day, timeLimit())
  const terms = {
    original: cents(10_50),
    dueDate: localDate(new Date()).add({ days: 5 }).toString(),
    validDaysAfterDue: 10,
  }
  const payer = { name: 'Ana Souza', document: '52998224725' }
  const charges = [
    { txid: someId(), terms, payer },
    { txid: someId(), terms: { ...terms, dueDate: '2020-01-02' }, payer },
  ]
  const batch = { id: someId(), description: 'Mensalidades', charges }
  await batches.create(batch, timeLimit())
  await batches.find(batch.id, timeLimit())
  await batches.create({ ...batch, id: someId() }, timeLimit())
  await batches.find(someId(), timeLimit())
  await pass(5)
  await batches.find(batch.id, timeLimit())
}

/** The content of the JWS behind a code. */
async function payloadAt(played: PlayedBank, location: string, path: string): Promise<Body> {
  const dispatcher = new Agent({ connect: { ca: settingOf(played.bank, 'ca') } })
  try {
    const { statusCode: status, body } = await request(`https://${location}`, { dispatcher })
    const content = Buffer.from((await body.text()).split('.')[1] ?? '', 'base64url').toString()
    return { title: `GET ${path}: ${status}`, method: 'GET', path, status, body: parsed(content) }
  } finally {
    await dispatcher.destroy()
  }
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
  [/^\/cobv\/\w+$/, '/cobv/{txid}'],
  [/^\/cobv\?/, '/cobv'],
  [/^\/lotecobv\/\w+$/, '/lotecobv/{id}'],
  [/^\/loc$/, '/loc'],
  [/^\/loc\?/, '/loc'],
  [/^\/loc\/\d+$/, '/loc/{id}'],
  [/^\/loc\/\d+\/txid$/, '/loc/{id}/txid'],
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
  // The document gives no content to the response to a webhook or a batch that was accepted.
  if (errors === undefined) assert.ok(['/webhook/{chave}', '/lotecobv/{id}'].includes(body.path))
  else assert.deepEqual(errors, [])
}
