import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { askCashout } from '../kit/cashout.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import { type Sale, type Shop, untilDone } from '../kit/shop.ts'

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
    readonly returnId: string | null
  }[]
}
type Balance = Readonly<Record<'available' | 'pending' | 'blocked', number>>

const customer = { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } }
const card = {
  number: '4024007153760011',
  holderName: 'ANA TESTE',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}
const refund = (shop: Shop, id: string, body?: unknown, headers?: Record<string, string>) =>
  shop.call<RefundedSale>('POST', `/api/user/transactions/${id}/refund`, body, headers)
const balance = async (shop: Shop) =>
  (await shop.call<Balance>('GET', '/api/user/wallet/balance')).body.data
const found = async (shop: Shop, id: string) => (await shop.find(id)) as RefundedSale

async function paidPix(shop: Shop, amount: number): Promise<Sale> {
  const sale = await shop.sell({ paymentMethod: 'PIX', amount })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  return sale
}

/** A shop without fees, so that a balance is a sum of amounts. */
async function freeShop(): Promise<Shop> {
  const shop = await world.openShop()
  const free = { fixed: 0, basisPoints: 0 }
  await changeAccount(world.app, shop.accountId, {
    prices: { PIX: free, CREDIT_CARD: [{ ...free, upTo: 99 }] },
  })
  world.app.accounts.refresh()
  return shop
}

/** Time enough for a bank to say how a devolução ended. */
async function untilSettled(shop: Shop): Promise<void> {
  for (const step of ['PT5S', 'PT30S', 'PT60S']) await shop.advance(step)
}

for (const [name, body] of [
  ['zero bytes', ''],
  ['[]', '[]'],
  ['{}', '{}'],
  ['nothing', undefined],
] as const) {
  test(`a PIX is refunded in full when the body is ${name}: REFUNDED and notified`, async () => {
    const shop = await freeShop()
    const sale = await paidPix(shop, 50_00)
    const answer = await refund(shop, sale.id, body)
    assert.equal(answer.http, 200)
    await untilSettled(shop)
    const after = await found(shop, sale.id)
    assert.deepEqual([after.status, after.refundedAmount], ['REFUNDED', 50_00])
    assert.match(after.refunds[0]?.returnId ?? '', /^D[0-9A-Z]{8}\d{12}/)
    assert.deepEqual(
      (await shop.webhooks(sale.id, 3)).map(({ body: reported }) => reported.data.status),
      ['WAITING_PAYMENT', 'PAID', 'REFUNDED'],
    )
    const { available, pending, blocked } = await balance(shop)
    assert.deepEqual([available, pending, blocked], [0, 0, 0])
  })
}

for (const body of [
  '5',
  '"tudo"',
  'true',
  '[{"amount":100}]',
  '{"valor":100}',
  '{"amount":"100"}',
  '{"amount":0}',
  '{"confirmDuplicate":true,"amout":500}',
  '{"pixKey":"+5561912345678","ammount":500}',
  '{"amount":null,"value":500}',
]) {
  test(`a body without a valid amount refunds nothing: ${body}`, async () => {
    const shop = await freeShop()
    const sale = await paidPix(shop, 20_00)
    const answer = await refund(shop, sale.id, body)
    assert.deepEqual([answer.http, answer.body.error?.code], [400, 'validation-failed'])
    assert.equal((await found(shop, sale.id)).refunds.length, 0)
  })
}

test('the parts of a PIX refund add up to at most the amount', async () => {
  const shop = await freeShop()
  await paidPix(shop, 200_00) // Money to give back more than this one brought, were it allowed.
  const sale = await paidPix(shop, 100_00)
  assert.equal((await refund(shop, sale.id, { amount: 40_00 })).http, 200)
  const above = await refund(shop, sale.id, { amount: 60_01 })
  assert.deepEqual([above.http, above.body.error?.code], [400, 'refund-above-paid'])
  assert.equal((await refund(shop, sale.id, { amount: 60_00 })).http, 200)
  await untilSettled(shop)
  const after = await found(shop, sale.id)
  assert.deepEqual(
    [after.status, after.refundedAmount, after.refunds.length],
    ['REFUNDED', 100_00, 2],
  )
  assert.equal(
    (await refund(shop, sale.id, { amount: 1 })).body.error?.code,
    'status-does-not-allow',
  )
})

test('after a partial refund the payment stays PAID and has refundedAmount', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 80_00)
  await refund(shop, sale.id, { amount: 30_00 })
  await untilSettled(shop)
  const after = await found(shop, sale.id)
  assert.deepEqual([after.status, after.refundedAmount], ['PAID', 30_00])
  assert.equal((await balance(shop)).available, 50_00)
})

test('the same refund twice is a duplicate, unless confirmed or with its key', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 90_00)
  const first = await refund(shop, sale.id, { amount: 10_00 })
  const again = await refund(shop, sale.id, { amount: 10_00 })
  assert.deepEqual([again.http, again.body.error?.code], [409, 'possible-duplicate'])
  assert.equal((again.body.data as unknown as { id: string }).id, first.body.data.refunds[0]?.id)
  assert.equal((await refund(shop, sale.id, { amount: 10_00, confirmDuplicate: true })).http, 200)
  const key = { 'idempotency-key': 'devolucao-1' }
  const keyed = await refund(shop, sale.id, { amount: 15_00 }, key)
  const repeat = await refund(shop, sale.id, { amount: 15_00 }, key)
  assert.equal(repeat.text, keyed.text)
  assert.equal((await found(shop, sale.id)).refunds.length, 3)
})

test('a duplicate that the account could not pay for is still a duplicate', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 90_00)
  await refund(shop, sale.id, { amount: 40_00 })
  assert.equal((await askCashout(shop, { amount: 50_00 })).http, 200)
  const again = await refund(shop, sale.id, { amount: 40_00 })
  assert.deepEqual([again.http, again.body.error?.code], [409, 'possible-duplicate'])
  const other = await refund(shop, sale.id, { amount: 20_00 })
  assert.deepEqual([other.http, other.body.error?.code], [400, 'insufficient-balance'])
})

test('I9: the same refund within its window is a duplicate; 0 turns it off', async () => {
  const shop = await freeShop()
  await paidPix(shop, 300_00)
  const say = async (refundDuplicateWindowSeconds: number) => {
    await changeAccount(world.app, shop.accountId, { refundDuplicateWindowSeconds })
    world.app.accounts.refresh()
  }
  const codes = async (...gaps: readonly string[]) => {
    const sale = await paidPix(shop, 90_00)
    const codes = [(await refund(shop, sale.id, { amount: 10_00 })).http]
    for (const gap of gaps) {
      await shop.advance(gap)
      codes.push((await refund(shop, sale.id, { amount: 10_00 })).http)
    }
    return codes
  }
  assert.deepEqual(
    await codes('PT9M', 'PT2M'),
    [200, 409, 200],
    'ten minutes unless the account has its own setting',
  )
  await say(3_600)
  assert.deepEqual(await codes('PT50M', 'PT11M'), [200, 409, 200])
  await say(0)
  assert.deepEqual(await codes('PT0.001S', 'PT0.001S'), [200, 200, 200])
})

test('ten refunds of a third each at once: exactly three are done', async () => {
  const shop = await freeShop()
  await paidPix(shop, 300_00)
  const sale = await paidPix(shop, 90_00)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => {
      const order = { amount: 30_00, confirmDuplicate: true }
      const keyed = { 'idempotency-key': `third-${n}` }
      return untilDone(() => refund(shop, sale.id, order, keyed))
    }),
  )
  assert.equal(answers.filter(({ http }) => http === 200).length, 3)
  assert.ok(
    answers.every(({ http }) => http < 500),
    `${answers.map(({ http }) => http)}`,
  )
  await untilSettled(shop)
  assert.equal((await found(shop, sale.id)).refundedAmount, 90_00)
  assert.equal((await balance(shop)).available, 300_00)
})

test('a card refund takes pending money, and nothing of it is settled later', async () => {
  const shop = await freeShop()
  const sale = await shop.sell({
    paymentMethod: 'CREDIT_CARD',
    amount: 60_00,
    installments: 3,
    customer,
    card,
  })
  assert.equal((await balance(shop)).pending, 60_00)
  const answer = await refund(shop, sale.id)
  assert.deepEqual([answer.body.data.status, answer.body.data.refundedAmount], ['REFUNDED', 60_00])
  await shop.advance('P100D')
  const { available, pending, blocked } = await balance(shop)
  assert.deepEqual([available, pending, blocked], [0, 0, 0])
})

test('a sale that its acquirer does not show any more is refunded in parts', async () => {
  const shop = await freeShop()
  const sale = await shop.sell({ paymentMethod: 'CREDIT_CARD', amount: 60_00, customer, card })
  await shop.advance('P100D')
  const ends: (readonly [string | undefined, number])[] = []
  for (const amount of [10_50, 10_00, 5_00]) {
    const { body } = await refund(shop, sale.id, { amount })
    ends.push([body.data.refunds.at(-1)?.status, body.data.refundedAmount])
    await shop.advance('PT10S')
  }
  assert.deepEqual(ends, [
    ['FAILED', 0],
    ['COMPLETED', 10_00],
    ['COMPLETED', 15_00],
  ])
  assert.equal((await balance(shop)).available, 45_00)
})

test('an acquirer denies: the refund fails, the sale stays PAID, money is back', async () => {
  const shop = await freeShop()
  const sale = await shop.sell({ paymentMethod: 'CREDIT_CARD', amount: 60_50, customer, card })
  const answer = await refund(shop, sale.id)
  assert.deepEqual(
    [answer.http, answer.body.data.status, answer.body.data.refunds[0]?.status],
    [200, 'PAID', 'FAILED'],
  )
  const { completedAt, failedAt } = answer.body.data.refunds[0] as {
    completedAt?: null
    failedAt?: string
  }
  assert.deepEqual([completedAt, failedAt], [null, answer.body.data.updatedAt], 'when it failed')
  const { available, pending, blocked } = await balance(shop)
  assert.deepEqual([available, pending, blocked], [0, 60_50, 0])
})

for (const [cents, end] of [
  [51, 'COMPLETED'],
  [52, 'FAILED'],
] as const) {
  test(`an acquirer returns "pending" first: the refund ends ${end} later`, async () => {
    const shop = await freeShop()
    const sale = await shop.sell({
      paymentMethod: 'CREDIT_CARD',
      amount: 60_00 + cents,
      customer,
      card,
    })
    const answer = await refund(shop, sale.id)
    assert.deepEqual(
      [answer.body.data.status, answer.body.data.refunds[0]?.status],
      ['PAID', 'PROCESSING'],
    )
    const second = await refund(shop, sale.id, { amount: 1, confirmDuplicate: true })
    assert.notEqual(second.http, 200)
    for (const step of ['PT30S', 'PT2M', 'PT10M', 'PT1H', 'P1D', 'P1D']) await shop.advance(step)
    const after = await found(shop, sale.id)
    assert.equal(after.refunds[0]?.status, end)
    assert.equal(after.status, end === 'COMPLETED' ? 'REFUNDED' : 'PAID')
  })
}

for (const fault of ['timeout-after', 'timeout-before', 'reset-after', 'error-500'] as const) {
  test(`a refund with a lost response (${fault}) is resolved, and paid once`, async () => {
    const shop = await freeShop()
    const sale = await paidPix(shop, 70_00)
    await shop.control('POST', '/faults', {
      provider: 'pix',
      operation: 'refund.create',
      fault,
      times: 1,
    })
    const answer = await refund(shop, sale.id)
    assert.equal(answer.http, 200)
    await shop.control('DELETE', '/faults')
    await untilSettled(shop)
    await untilSettled(shop)
    assert.equal((await found(shop, sale.id)).status, 'REFUNDED')
    assert.equal((await balance(shop)).available, 0)
  })
}

test('a refund above the balance is refused, or a debt where that is allowed', async () => {
  const shop = await world.openShop() // Its fee of 0.99 % leaves 49.50 of 50.00.
  const sale = await paidPix(shop, 50_00)
  const refused = await refund(shop, sale.id)
  const { code, field } = refused.body.error ?? {}
  assert.deepEqual([refused.http, code, field], [400, 'insufficient-balance', 'amount'])
  assert.match(refused.body.message, /0,50/)
  await changeAccount(world.app, shop.accountId, { refundsBeyondBalance: 'debt' })
  world.app.accounts.refresh()
  assert.equal((await refund(shop, sale.id)).http, 200)
  await untilSettled(shop)
  assert.equal((await found(shop, sale.id)).status, 'REFUNDED')
  assert.equal((await balance(shop)).available, 0)
  await paidPix(shop, 10_00)
  assert.equal((await balance(shop)).available, 9_40, '10.00 less 0.10 of fee and 0.50 of debt')
})

test('the fee of a refund is kept, or returned where the account is set so', async () => {
  const shop = await world.openShop()
  await changeAccount(world.app, shop.accountId, { refundedFees: 'return' })
  world.app.accounts.refresh()
  await paidPix(shop, 100_00)
  const sale = await paidPix(shop, 100_00)
  await refund(shop, sale.id)
  await untilSettled(shop)
  assert.equal((await balance(shop)).available, 99_01 + 99_01 - 100_00 + 99)
})

test('the rule for the fee of a refund is fixed when the payment is sold', async () => {
  const shop = await world.openShop()
  const say = async (refundedFees: 'keep' | 'return') => {
    await changeAccount(world.app, shop.accountId, { refundedFees })
    world.app.accounts.refresh()
  }
  await say('return')
  const sale = await paidPix(shop, 100_00)
  await say('keep')
  const later = await paidPix(shop, 100_00)
  for (const part of [33_33, 33_33, 33_34])
    await refund(shop, sale.id, { amount: part, confirmDuplicate: true })
  await untilSettled(shop)
  assert.equal((await balance(shop)).available, 99_01, 'all of the fee is back, in three parts')
  await paidPix(shop, 1_00)
  await refund(shop, later.id)
  await untilSettled(shop)
  assert.equal((await balance(shop)).available, 99_01 + 99 - 100_00, 'nothing of the fee is back')
})

test('a PIX of more than 90 days ago has no refund', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 50_00)
  await shop.advance('P91D')
  const answer = await refund(shop, sale.id)
  assert.deepEqual([answer.http, answer.body.error?.code], [400, 'refund-too-late'])
})
