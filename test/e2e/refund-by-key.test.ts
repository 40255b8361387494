import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addProvider } from '../../src/accounts/add-provider.ts'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { stopAllCashouts } from '../../src/books-audit/cashout-stop-store.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { isEndToEndId, isReturnId } from '../../src/brazil/pix-ids.ts'
import { balanceOf } from '../../src/ledger/ledger-store.ts'
import { bareId } from '../../src/primitives/id.ts'
import { handleRefundNotice } from '../../src/refunds/send-refund.ts'
import { askCashout, balance, untilCashout } from '../kit/cashout.ts'
import { soldByCard } from '../kit/dispute.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import { resumeStoppedCashouts } from '../kit/resume-stopped-cashouts.ts'
import { type Sale, type Shop, untilDone } from '../kit/shop.ts'
import { untilFound } from '../kit/time-limit.ts'

let world: World
before(async () => {
  world = await openWorld(shortCalls)
})
after(() => world.close())

interface RefundedSale extends Sale {
  readonly refundedAmount: number
  readonly refunds: readonly {
    readonly id: string
    readonly amount: number
    readonly status: string
    readonly pixKey: string | null
    readonly endToEndId: string | null
    readonly failedReason: string | null
    readonly returns: readonly { readonly id: string; readonly amount: number }[]
  }[]
}

const payer = '11144477735'
const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  document: { number: '111.444.777-35', type: 'CPF' },
}
const key = { pixKey: 'ana@exemplo.com.br' }

const refund = (shop: Shop, id: string, body: object, headers?: Record<string, string>) =>
  shop.call<RefundedSale>('POST', `/api/user/transactions/${id}/refund`, body, headers)
const find = async (shop: Shop, id: string) => (await shop.find(id)) as RefundedSale

async function freeShop(choices: object = {}): Promise<Shop> {
  const shop = await world.openShop()
  const free = { fixed: 0, basisPoints: 0 }
  await changeAccount(world.app, shop.accountId, {
    prices: { PIX: free, BOLETO: free },
    settlementDays: { BOLETO: 0 },
    ...choices,
  })
  world.app.accounts.refresh()
  return shop
}

async function paidBoleto(shop: Shop, amount: number): Promise<Sale> {
  const sale = await shop.sell({
    paymentMethod: 'BOLETO',
    amount,
    customer,
    boleto: { expiresInDays: 3 },
  })
  assert.equal((await shop.pay(sale.boleto?.digitableLine ?? '')).http, 200)
  await shop.webhooks(sale.id, 2)
  return sale
}

/** The refunded sale once each refund has ended. Fails at the time limit. */
const untilEnded = (shop: Shop, id: string): Promise<RefundedSale> =>
  untilFound(
    `the refunds of ${id} end`,
    async () => {
      const path = `/api/user/transactions/${id}`
      return (await untilDone(() => shop.call<RefundedSale>('GET', path))).body.data
    },
    ({ refunds }) => refunds.every(({ status }) => status !== 'PROCESSING'),
  )

/** Efí, with a credential that pays only the holder of the account. */
async function sameOwnerBank(): Promise<string> {
  const efi = world.sandbox.credentials.efi
  assert.ok(efi)
  const settings = { ...efi, sameOwner: true }
  return (await addProvider(world.app, { kind: 'efi', name: 'Efí do titular', settings })).id
}

const sendsOf = (shop: Shop, refundId: string) =>
  shop.calls({ provider: 'efi', operation: 'send', reference: refundId.replaceAll('-', '') })
const bankBalance = async (shop: Shop) =>
  (await shop.control<{ balance: number }>('GET', '/efi')).balance
const money = async (shop: Shop) => {
  const { available, pending, blocked } = await balance(shop)
  return [available, pending, blocked]
}

test('a boleto is refunded to a key: held, sent once, notified, REFUNDED', async () => {
  const shop = await freeShop()
  const sale = await paidBoleto(shop, 80_00)
  // Without a query the gateway does not learn that the bank has paid.
  const fault = { provider: 'efi', operation: 'query', fault: 'error-503', times: 1_000 }
  await shop.control('POST', '/faults', fault)
  const answer = await refund(shop, sale.id, { pixKey: ' Ana@Exemplo.com.br ' })
  assert.equal(answer.http, 200)
  const [created] = answer.body.data.refunds
  assert.deepEqual(
    [answer.body.data.status, created?.status, created?.pixKey],
    ['PAID', 'PROCESSING', 'ana@exemplo.com.br'],
  )
  assert.deepEqual(await money(shop), [0, 0, 80_00])
  await shop.control('DELETE', '/faults')
  await shop.advance('PT31S')
  const done = await untilEnded(shop, sale.id)
  assert.deepEqual([done.status, done.refundedAmount], ['REFUNDED', 80_00])
  assert.ok(isEndToEndId(done.refunds[0]?.endToEndId ?? ''))
  assert.deepEqual(await money(shop), [0, 0, 0])
  const sends = await sendsOf(shop, created?.id ?? '')
  assert.deepEqual(
    sends.map(({ amount }) => amount),
    [80_00],
  )
  const reported = await shop.webhooks(sale.id, 3)
  assert.deepEqual(
    reported.map(({ body }) => body.data.status),
    ['WAITING_PAYMENT', 'PAID', 'REFUNDED'],
  )
  const [left] = await world.app.sql<{ book: string; amount: number }[]>`
    select credit_book as book, amount from ledger_transfers
    where account_id = ${shop.accountId} and cause_type = 'refund' and effect = 'return'`
  assert.deepEqual(left, { book: 'clearing:payout', amount: 80_00 })
})

for (const [type, pixKey, pixType] of [
  ['CPF', '111.444.777-35', undefined],
  ['PHONE', '+55 61 91234-5678', 'telefone'],
  ['EMAIL', 'ana@exemplo.com.br', 'EMAIL'],
  ['EVP', '123E4567-E12B-12D1-A456-426655440000', 'aleatória'],
] as const) {
  test(`part of a boleto goes to a key that is ${type}`, async () => {
    const shop = await freeShop()
    const sale = await paidBoleto(shop, 50_00)
    assert.equal((await refund(shop, sale.id, { amount: 20_00, pixKey, pixType })).http, 200)
    const done = await untilEnded(shop, sale.id)
    assert.deepEqual([done.status, done.refundedAmount], ['PAID', 20_00])
    assert.deepEqual(await money(shop), [30_00, 0, 0])
  })
}

const refused: readonly (readonly [
  what: string,
  body: object,
  choices: object,
  code: string,
  field?: string,
])[] = [
  ['without a key', {}, {}, 'pix-key-required', 'pixKey'],
  ['with an empty one', { amount: 100, pixKey: '' }, {}, 'pix-key-required', 'pixKey'],
  ['with a key that is none', { pixKey: 'ana@' }, {}, 'pix-key-invalid', 'pixKey'],
  ['with a wrong check digit', { pixKey: '11144477736' }, {}, 'pix-key-invalid', 'pixKey'],
  ['with a key of another type', { ...key, pixType: 'CPF' }, {}, 'pix-key-invalid', 'pixType'],
  [
    'with a document that is not the payer’s',
    { pixKey: '52998224725' },
    {},
    'pix-key-owner-mismatch',
    'pixKey',
  ],
  ['above what was paid', { ...key, amount: 50_01 }, {}, 'refund-above-paid', 'amount'],
  ['without a bank that sends', key, { providers: { payout: null } }, 'provider-not-configured'],
]
for (const [what, body, choices, code, field] of refused) {
  test(`a boleto's refund ${what} is refused, and no cent moves: ${code}`, async () => {
    const shop = await freeShop(choices)
    const sale = await paidBoleto(shop, 50_00)
    const answer = await refund(shop, sale.id, body)
    assert.deepEqual(
      [answer.http, answer.body.error?.code, answer.body.error?.field],
      [400, code, field],
    )
    assert.deepEqual(await money(shop), [50_00, 0, 0])
  })
}

test('the bank refuses another person’s key, unless the account allows it', async () => {
  const others = { pixKey: 'outro@exemplo.com.br' }
  const shop = await freeShop()
  const sale = await paidBoleto(shop, 50_00)
  await refund(shop, sale.id, others)
  const failed = await untilEnded(shop, sale.id)
  assert.deepEqual(
    [failed.status, failed.refundedAmount, failed.refunds[0]?.status],
    ['PAID', 0, 'FAILED'],
  )
  assert.match(failed.refunds[0]?.failedReason ?? '', /não pertence/)
  assert.deepEqual(await money(shop), [50_00, 0, 0])

  const open = await freeShop({ cashout: { ownerCheck: 'none' } })
  const another = await paidBoleto(open, 50_00)
  await refund(open, another.id, others)
  assert.equal((await untilEnded(open, another.id)).status, 'REFUNDED')
})

test('accepted, then not done: FAILED, notified, and all can be refunded again', async () => {
  const shop = await freeShop()
  const sale = await paidBoleto(shop, 50_00)
  await refund(shop, sale.id, { ...key, amount: 10_07 })
  const failed = await untilEnded(shop, sale.id)
  assert.equal(failed.refunds[0]?.status, 'FAILED')
  assert.deepEqual(await money(shop), [50_00, 0, 0])
  const { id } = failed.refunds[0] ?? assert.fail('no refund')
  for (const _ of ['late', 'repeated'])
    assert.ok(await handleRefundNotice(world.app, world.providers.ids.payout, bareId(id)))
  const noted = await world.app.sql`
    select due_at is not null as "isQueried"
    from refunds where account_id = ${shop.accountId} and id = ${id}`
  assert.deepEqual(noted, [{ isQueried: false }])
  const cases = await world.app.sql`select id from reconciliation_cases where object_id = ${id}`
  assert.deepEqual(cases, [])
  assert.equal((await refund(shop, sale.id, key)).http, 200)
  assert.equal((await untilEnded(shop, sale.id)).refundedAmount, 50_00)
  assert.equal((await shop.webhooks(sale.id, 4)).length, 4, 'created, paid, failed, refunded')
})

for (const fault of [
  'timeout-after',
  'timeout-before',
  'reset-after',
  'done-then-500',
  'error-503',
  'visible-late',
]) {
  test(`a lost response to the send (${fault}): resolved by the same id, paid once`, async () => {
    const shop = await freeShop()
    const sale = await paidBoleto(shop, 50_00)
    await shop.control('POST', '/faults', { provider: 'efi', operation: 'send', fault, times: 1 })
    const before = await bankBalance(shop)
    const { body } = await refund(shop, sale.id, key)
    assert.notEqual(body.data.refunds[0]?.status, 'FAILED')
    for (const step of ['PT3S', 'PT6S', 'PT16S', 'PT31S']) await shop.advance(step)
    await shop.control('DELETE', '/faults')
    const done = await untilEnded(shop, sale.id)
    assert.deepEqual([done.status, done.refundedAmount], ['REFUNDED', 50_00])
    assert.deepEqual(await money(shop), [0, 0, 0])
    assert.equal(before - (await bankBalance(shop)), 50_00, 'the bank paid it once')
  })
}

test('a return by the key’s bank is a new credit; the refund stays COMPLETED', async () => {
  const shop = await freeShop()
  const sale = await paidBoleto(shop, 50_00)
  await refund(shop, sale.id, { ...key, amount: 20_13 })
  await untilEnded(shop, sale.id)
  await shop.advance('PT12S')
  await shop.advance('PT12S')
  const after = await find(shop, sale.id)
  assert.deepEqual(
    [after.status, after.refundedAmount, after.refunds[0]?.status],
    ['PAID', 20_13, 'COMPLETED'],
  )
  assert.deepEqual(
    after.refunds[0]?.returns.map(({ id, amount }) => [isReturnId(id), amount]),
    [
      [true, 10_07],
      [true, 10_06],
    ],
  )
  assert.deepEqual(await money(shop), [50_00, 0, 0])
  const events = (await shop.webhooks(sale.id, 4)).map(
    ({ body }) => (body as { event?: string }).event,
  )
  // One event reports both, if a busy machine asks only once they are back.
  assert.equal(events[2], 'transaction.partially_refunded')
  assert.deepEqual(new Set(events.slice(3)), new Set(['transaction.refund_returned']))
})

test('a return without a notice is found also after the payment is REFUNDED', async () => {
  const shop = await freeShop()
  const sale = await paidBoleto(shop, 20_15)
  await refund(shop, sale.id, key)
  await untilEnded(shop, sale.id)
  await shop.control('POST', '/faults', {
    provider: 'efi',
    operation: 'callback',
    fault: 'callback-lost',
    times: 1,
  })
  await shop.advance('PT12S')
  await shop.advance('PT20M')
  await shop.control('DELETE', '/faults')
  const after = await find(shop, sale.id)
  assert.deepEqual([after.status, after.refunds[0]?.returns[0]?.amount], ['REFUNDED', 10_08])
  assert.deepEqual(await money(shop), [10_08, 0, 0])
})

test('no refund by key leaves while cashouts are stopped', async () => {
  const shop = await freeShop()
  const sale = await paidBoleto(shop, 33_00)
  await stopAllCashouts(world.app.sql, 'a breach of the books')
  const { body } = await refund(shop, sale.id, key)
  await shop.advance('PT5S')
  assert.equal((await find(shop, sale.id)).refunds[0]?.status, 'PROCESSING')
  assert.equal((await sendsOf(shop, body.data.refunds[0]?.id ?? '')).length, 0)
  assert.ok((await resumeStoppedCashouts(world.app)).resumed)
  for (const step of ['PT10S', 'PT20S', 'PT5S']) await shop.advance(step)
  assert.equal((await untilEnded(shop, sale.id)).status, 'REFUNDED')
})

test('the same key twice is one refund; without a key the second needs confirmation', async () => {
  const shop = await freeShop()
  const sale = await paidBoleto(shop, 50_00)
  const header = { 'idempotency-key': 'boleto-1' }
  const first = await refund(shop, sale.id, { ...key, amount: 10_00 }, header)
  const again = await refund(shop, sale.id, { ...key, amount: 10_00 }, header)
  assert.equal(again.text, first.text)
  assert.equal(
    (await refund(shop, sale.id, { ...key, amount: 10_00 })).body.error?.code,
    'possible-duplicate',
  )
  assert.equal((await untilEnded(shop, sale.id)).refunds.length, 1)
})

test('a PIX returns to its payer; after 90 days a key is the only way', async () => {
  const shop = await freeShop()
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 50_00, customer })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  const early = await refund(shop, sale.id, key)
  assert.deepEqual([early.http, early.body.error?.code], [400, 'refund-not-available'])
  await shop.advance('P91D')
  const late = await refund(shop, sale.id, {})
  assert.deepEqual(
    [late.http, late.body.error?.code, late.body.error?.field],
    [400, 'refund-too-late', 'pixKey'],
  )
  assert.equal((await refund(shop, sale.id, { pixKey: payer })).http, 200)
  await shop.advance('PT2S')
  assert.equal((await untilEnded(shop, sale.id)).status, 'REFUNDED')
  assert.deepEqual(await money(shop), [0, 0, 0])
})

test('a PIX whose payer is not known goes to no key, unless the owner is not checked', async () => {
  const shop = await freeShop()
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 50_00 })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  await shop.advance('P91D')
  const before = await money(shop)
  const refused = await refund(shop, sale.id, key)
  assert.deepEqual(
    [refused.http, refused.body.error?.code, refused.body.error?.field],
    [400, 'refund-not-available', 'pixKey'],
  )
  assert.match(refused.body.message, /documento do pagador/)
  assert.deepEqual(await money(shop), before)
  await changeAccount(world.app, shop.accountId, { cashout: { ownerCheck: 'none' } })
  world.app.accounts.refresh()
  assert.equal((await refund(shop, sale.id, key)).http, 200)
  assert.equal((await untilEnded(shop, sale.id)).status, 'REFUNDED')
})

test('twenty refunds of a third each at once: exactly three leave by the key', async () => {
  const shop = await freeShop()
  await paidBoleto(shop, 100_00) // Money to give back more than this one brought, were it allowed.
  const sale = await paidBoleto(shop, 90_00)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => {
      const order = { ...key, amount: 30_00, confirmDuplicate: true }
      const keyed = { 'idempotency-key': `third-${n}` }
      return untilDone(() => refund(shop, sale.id, order, keyed))
    }),
  )
  assert.equal(answers.filter(({ http }) => http === 200).length, 3)
  const done = await untilEnded(shop, sale.id)
  assert.deepEqual([done.status, done.refundedAmount], ['REFUNDED', 90_00])
  assert.deepEqual(await money(shop), [100_00, 0, 0])
})

test('a refund to a key without an owner check never creates debt', async () => {
  const prices = { PIX: { fixed: 0, basisPoints: 0 }, BOLETO: { fixed: 3_49, basisPoints: 0 } }
  const shop = await freeShop({
    prices,
    refundsBeyondBalance: 'debt',
    cashout: { ownerCheck: 'none' },
  })
  const sale = await paidBoleto(shop, 50_00)
  const answer = await refund(shop, sale.id, key)
  assert.deepEqual([answer.http, answer.body.error?.code], [400, 'insufficient-balance'])
  assert.equal((await refund(shop, sale.id, { ...key, amount: 46_51 })).http, 200)
  await changeAccount(world.app, shop.accountId, { cashout: { ownerCheck: 'beneficiary' } })
  world.app.accounts.refresh()
  assert.equal((await refund(shop, sale.id, key)).http, 200, 'a refund to the payer may')
  assert.equal((await untilEnded(shop, sale.id)).status, 'REFUNDED')
  assert.equal((await balanceOf(world.app, shop.accountId)).debt, 3_49)
})

test('a quote is rejected for a debt, as the refund is', async () => {
  const shop = await freeShop({ refundsBeyondBalance: 'debt' })
  const [first, other] = [await paidBoleto(shop, 50_00), await paidBoleto(shop, 50_00)]
  const cashout = await askCashout(shop, { amount: 20_00 })
  // A cashout that was not sent before the debt would be canceled, and its money pay the debt.
  await untilCashout(shop, cashout.body.data.id, 'COMPLETED')
  assert.equal((await refund(shop, first.id, key)).http, 200)
  assert.equal((await refund(shop, other.id, { ...key, amount: 40_00 })).http, 200)
  await untilEnded(shop, other.id)
  await soldByCard(shop, 100_00)
  const { debt, pending } = await balanceOf(world.app, shop.accountId)
  assert.ok(debt > 0 && pending > 10_00, `${debt} ${pending}`)
  const quote = () => shop.call('POST', `/api/user/transactions/${other.id}/refund/quote`, key)
  assert.equal((await quote()).http, 200, 'the payer may get what is pending')
  await changeAccount(world.app, shop.accountId, { cashout: { ownerCheck: 'none' } })
  world.app.accounts.refresh()
  const answers = [await quote(), await refund(shop, other.id, key)]
  for (const { http, body } of answers)
    assert.deepEqual([http, body.error?.code], [400, 'insufficient-balance'])
})

test('the books of all this add up', async () => {
  assert.deepEqual(await checkBooks(world.app), [])
})

test('a bank that pays only its holder: the refund is rejected, and nothing is held', async () => {
  const payout = await sameOwnerBank()
  const shop = await freeShop({ providers: { ...world.providers.ids, payout } })
  const sale = await paidBoleto(shop, 80_00)
  const before = await money(shop)
  for (const path of ['refund', 'refund/quote']) {
    const url = `/api/user/transactions/${sale.id}/${path}`
    const { http, body } = await shop.call('POST', url, key)
    assert.deepEqual([http, body.error?.code], [400, 'refund-bank-pays-holder-only'], path)
    assert.equal(body.error?.field, 'pixKey')
  }
  assert.deepEqual(await money(shop), before)
  assert.deepEqual((await find(shop, sale.id)).refunds, [])
})
