import assert from 'node:assert/strict'
import tls from 'node:tls'
import { createClient } from '@woovi/node-sdk'
import { startWoovi } from '../../../sandbox/woovi/start-woovi.ts'
import { writeStaticBrCode } from '../../../src/brazil/write-br-code.ts'
import { randomId } from '../../../src/primitives/id.ts'
import type { Witness } from '../witness.ts'
import { anyPort, type PlayedBank, play, settingOf } from './played-bank.ts'

/** The SDK of Woovi. It pays a key, and the whole amount is returned. */
export const wooviSdk: Witness = {
  name: '@woovi/node-sdk',
  registry: 'npm',
  subject: 'Woovi: sent payments, their returns, webhooks and the balance',
  run: ({ call }, stage) =>
    play(
      stage,
      'pix-woovi',
      (world) => startWoovi(world, anyPort),
      (played) => trust(settingOf(played.bank, 'ca'), () => speak(call, played)),
    ),
}

/** The SDK calls `fetch`, which trusts the authorities of the process. */
async function trust(ca: string, act: () => Promise<void>): Promise<void> {
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, ca])
  try {
    await act()
  } finally {
    tls.setDefaultCACertificates(before)
  }
}

type Call = Parameters<Witness['run']>[0]['call']
type Woovi = ReturnType<typeof createClient>

/** The form of every refusal. */
const refusal = { error: /./ }
const pagination = { skip: 0, limit: 10 }
/** It prints no amount. */
const staticCode = writeStaticBrCode({
  ...{ pixKey: 'fornecedora@exemplo.com.br', receiverName: 'Fornecedora', city: 'Sao Paulo' },
})
/** Its cents say that it is returned, 10 s after the payment. */
const value = 20_11

async function speak(call: Call, { bank, pass }: PlayedBank): Promise<void> {
  const woovi = createClient({ baseUrl: bank.url, appId: settingOf(bank, 'appId') })
  const wrong = createClient({ baseUrl: bank.url, appId: 'outro' })
  await call('another AppID is refused', () => assert.rejects(wrong.account.list(), refusal))
  const balance = await call('read the balance', async () => {
    const [account] = (await woovi.account.list()).accounts
    assert(account && account.balance.available > value)
    return account.balance.available
  })
  await useWebhooks(call, woovi)
  await send(call, woovi, { balance, pass })
}

async function useWebhooks(call: Call, woovi: Woovi): Promise<void> {
  const webhook = {
    name: 'Repasses',
    event: 'OPENPIX:MOVEMENT_CONFIRMED' as const,
    url: 'https://pagamentos.exemplo.com.br/callbacks/segredo',
    authorization: 'segredo',
    isActive: true,
  }
  const { id } = await call('create a webhook', async () => {
    const created = (await woovi.webhook.create({ webhook })).webhook
    assert.partialDeepStrictEqual(created, webhook)
    return created
  })
  await call('list the webhooks of an address', async () => {
    // Its type has the name of another list: `pixQrCodes`.
    const listed: object = await woovi.webhook.list({ pagination, query: { url: webhook.url } })
    assert.partialDeepStrictEqual(listed, { webhooks: [{ id, ...webhook }] })
  })
  await call('delete the webhook', () => woovi.webhook.delete({ id }))
  await call('a second deletion is refused', () =>
    assert.rejects(woovi.webhook.delete({ id }), refusal),
  )
}

async function send(
  call: Call,
  woovi: Woovi,
  { balance, pass }: Pick<PlayedBank, 'pass'> & { readonly balance: number },
): Promise<void> {
  const order = (amount: number) => ({
    value: amount,
    destinationAlias: 'fulano@exemplo.com.br',
    destinationAliasType: 'EMAIL' as const,
    correlationID: randomId(),
    comment: 'Repasse',
  })
  const usual = order(value)
  const { correlationID } = usual
  await call('request a payment', async () => {
    const requested = await woovi.payment.create(usual)
    assert.partialDeepStrictEqual(requested, { payment: { ...usual, status: 'CREATED' } })
  })
  await call('the same correlationID is refused', () =>
    assert.rejects(woovi.payment.create(usual), refusal),
  )
  await call('an unknown payment is refused', () =>
    assert.rejects(woovi.payment.get({ id: randomId() }), refusal),
  )
  const ofCode = { qrCode: staticCode, value: 15_00, correlationID: randomId() }
  await call('request the payment of a code', async () =>
    assert.partialDeepStrictEqual(await woovi.payment.create(ofCode), {
      payment: { ...ofCode, status: 'CREATED', destinationAlias: 'fornecedora@exemplo.com.br' },
    }),
  )
  const tooMuch = order(balance + 1)
  await call('request more than the balance', () => woovi.payment.create(tooMuch))
  await call('its approval is refused', () =>
    assert.rejects(woovi.payment.approve({ correlationID: tooMuch.correlationID }), refusal),
  )
  const { endToEndId } = await call('approve the payment', async () => {
    const { payment, transaction } = await woovi.payment.approve({ correlationID })
    assert.partialDeepStrictEqual(payment, usual)
    assert.equal(transaction.value, value)
    return transaction
  })
  await call('a second approval is refused', () =>
    assert.rejects(woovi.payment.approve({ correlationID }), refusal),
  )
  await pass(1)
  await call('query the confirmed payment', async () =>
    assert.partialDeepStrictEqual(await woovi.payment.get({ id: correlationID }), {
      payment: { status: 'CONFIRMED' },
      transaction: { endToEndId, value },
      destination: { pixKey: usual.destinationAlias },
    }),
  )
  await call('list payments', async () => {
    const { payments } = await woovi.payment.list(pagination)
    const found = payments.map(({ payment }) => payment.correlationID)
    assert.deepEqual(
      new Set(found),
      new Set([correlationID, ofCode.correlationID, tooMuch.correlationID]),
    )
  })
  await pass(10)
  const moved = [
    { type: 'PAYMENT', value, endToEndId },
    { type: 'REFUND', value, withdraw: { endToEndId } },
  ]
  const listed = async (query: Readonly<Record<string, string>>) =>
    assert.partialDeepStrictEqual(
      (await woovi.transactions.list({ pagination, query })).transactions,
      moved,
    )
  await call('list the transactions of the payment', () => listed({ withdrawal: endToEndId }))
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  await call('list the transactions of a period', () => listed({ start: at(-1), end: at(1) }))
}
