import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { decideCashout } from '../../src/cashout/approve-cashout.ts'
import { cashoutById } from '../../src/cashout/cashout-store.ts'
import { resolveCashout } from '../../src/cashout/resolve-cashout.ts'
import { applyClaims } from '../../src/disputes/apply-claims.ts'
import { balanceOf } from '../../src/ledger/ledger-store.ts'
import { cents } from '../../src/primitives/money.ts'
import { transactionById } from '../../src/transactions/transaction-store.ts'
import { startApi, through } from '../kit/api-process.ts'
import {
  askCashout,
  balance,
  cashoutPath,
  findCashout,
  type SeenCashout,
  untilCashout,
} from '../kit/cashout.ts'
import { decide, findDispute, openDispute, paidPix, soldByCard } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { type Sale, type Shop, untilAvailable } from '../kit/shop.ts'
import { untilServed } from '../kit/until-connected.ts'

let world: World
before(async () => {
  world = await openWorld()
  // Due work runs only when a test starts it, so money arrives before a worker reads it.
  await world.app.worker?.stop()
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [], 'the books after every story')
  await world.close()
})

const free = { fixed: 0, basisPoints: 0 }
type Changes = Parameters<typeof changeAccount>[2]

/** A shop without fees, so that a balance is a sum of amounts. */
async function freeShop(changes: Changes = {}): Promise<Shop> {
  const shop = await world.openShop()
  const prices = { PIX: free, BOLETO: free, CREDIT_CARD: [{ ...free, upTo: 99 }], CASHOUT: free }
  await changeAccount(world.app, shop.accountId, { prices, ...changes })
  world.app.accounts.refresh()
  return shop
}

const work = () => world.app.worker?.runUntilIdle()
const money = async (shop: Shop) => {
  const { available, blocked, debt } = await balanceOf(world.app, shop.accountId)
  return { available, blocked, debt }
}

/** A PIX whose money has left, and of which all is claimed: nothing is there to block. */
async function shortOf(shop: Shop, amount: number): Promise<{ sale: Sale; disputeId: string }> {
  const sale = await paidPix(shop, amount)
  const gone = await askCashout(shop, { amount })
  await work()
  await untilCashout(shop, gone.body.data.id, 'COMPLETED')
  const dispute = await openDispute(shop, sale)
  assert.equal(dispute.blockedAmount, 0)
  return { sale, disputeId: dispute.id }
}

/** What comes in, before any worker looks. */
const comesIn = (shop: Shop, amount: number) => paidPix(shop, amount)

test('income pays the shortfall of a dispute first; only the rest can leave', async () => {
  const shop = await freeShop()
  const { disputeId } = await shortOf(shop, 100_00)
  await comesIn(shop, 40_00)
  const refused = await askCashout(shop, { amount: 40_00 })
  assert.deepEqual([refused.http, refused.body.error?.code], [400, 'insufficient-balance'])
  assert.deepEqual(
    await money(shop),
    { available: 0, blocked: 40_00, debt: 0 },
    'what it was refused for is to be seen',
  )
  await comesIn(shop, 90_00)
  const tooMuch = await askCashout(shop, { amount: 30_01 })
  assert.deepEqual([tooMuch.http, tooMuch.body.error?.code], [400, 'insufficient-balance'])
  const above = await askCashout(shop, { amount: 30_00 })
  assert.equal(above.http, 200, above.text)
  assert.equal((await findDispute(shop, disputeId)).blockedAmount, 100_00)
  await work()
  await untilCashout(shop, above.body.data.id, 'COMPLETED')
})

test('the money of a failed cashout pays the shortfall of a dispute first', async () => {
  const shop = await freeShop()
  const sale = await paidPix(shop, 100_07)
  // Cents 07: its bank accepts it, does not do it, and here sends no notice.
  await shop.control('POST', '/faults', {
    provider: 'efi',
    operation: 'callback',
    fault: 'callback-lost',
    times: 1,
  })
  const out = await askCashout(shop, { amount: 100_07 })
  await work()
  await claimed(shop, sale)
  const [dispute] = (await shop.find(sale.id)).disputes as { id: string; blockedAmount: number }[]
  assert.equal(dispute?.blockedAmount, 0)
  for (let status = 'PROCESSING'; status === 'PROCESSING'; ) {
    const cashout = await cashoutById(world.app.sql, shop.accountId, out.body.data.id)
    assert.ok(cashout)
    status = cashout.status
    if (status === 'PROCESSING') await resolveCashout(world.app, { cashout, queries: 1 })
  }
  assert.equal((await money(shop)).available, 100_07)
  const again = await askCashout(shop, { amount: 100_07 })
  assert.deepEqual([again.http, again.body.error?.code], [400, 'insufficient-balance'])
  await work()
  assert.equal((await findDispute(shop, dispute?.id ?? '')).blockedAmount, 100_07)
})

test('an automatic withdrawal takes only what is above the shortfall', async () => {
  const shop = await freeShop()
  const { disputeId } = await shortOf(shop, 100_00)
  const put = await shop.call<{ nextAt: string }>('PUT', `${cashoutPath}/schedule`, {
    ...{
      enabled: true,
      frequency: 'daily',
      time: '09:00',
      reserve: 0,
      minimumAmount: 1,
      pixKey: '111.444.777-35',
    },
  })
  assert.equal(put.http, 200, put.text)
  await comesIn(shop, 130_00)
  await shop.advance('P5D')
  const made = (await shop.call<SeenCashout[]>('GET', cashoutPath)).body.data
  assert.deepEqual(
    made.filter(({ origin }) => origin === 'schedule').map(({ amount }) => amount),
    [30_00],
  )
  assert.equal((await findDispute(shop, disputeId)).blockedAmount, 100_00)
})

const approved = { cashout: { approval: { above: 0, by: 'person' } } } as Changes
const approve = async (shop: Shop, id: string) => {
  await decideCashout(
    world.app,
    { accountId: shop.accountId, id },
    { isApproved: true, decidedBy: 'Maria' },
  )
  await work()
  return findCashout(shop, id)
}

test('a dispute with a shortfall cancels a cashout that waits for approval', async () => {
  const shop = await freeShop(approved)
  const sale = await paidPix(shop, 100_00)
  const { body } = await askCashout(shop, { amount: 70_00 })
  const dispute = await openDispute(shop, sale)
  assert.equal(dispute.blockedAmount, 30_00)
  const canceled = await approve(shop, body.data.id)
  assert.deepEqual([canceled.status, canceled.canceledReason], ['CANCELED', 'owed'])
  await work()
  assert.deepEqual(await money(shop), { available: 0, blocked: 100_00, debt: 0 })
  assert.deepEqual(
    await shop.calls({ provider: 'efi', reference: body.data.id.replaceAll('-', '') }),
    [],
  )
})

test('a cashout that waits for approval leaves once the dispute has all it claims', async () => {
  const shop = await freeShop(approved)
  const sale = await paidPix(shop, 100_00)
  const { body } = await askCashout(shop, { amount: 70_00 })
  await openDispute(shop, sale)
  await comesIn(shop, 70_00)
  await approve(shop, body.data.id)
  await untilCashout(shop, body.data.id, 'COMPLETED')
  assert.deepEqual(await money(shop), { available: 0, blocked: 100_00, debt: 0 })
})

test('a debt cancels a cashout that waits for approval, and is paid', async () => {
  const shop = await freeShop(approved)
  const sale = await paidPix(shop, 100_00)
  const { body } = await askCashout(shop, { amount: 70_00 })
  await openDispute(shop, sale)
  await decide(shop, sale, 'lose')
  assert.deepEqual(await money(shop), { available: 0, blocked: 70_00, debt: 70_00 })
  const canceled = await approve(shop, body.data.id)
  assert.deepEqual([canceled.status, canceled.canceledReason], ['CANCELED', 'owed'])
  assert.deepEqual(await money(shop), { available: 0, blocked: 0, debt: 0 })
})

test('a debt cancels only as many of two cashouts as it needs', async () => {
  const shop = await freeShop(approved)
  const sale = await paidPix(shop, 100_00)
  await comesIn(shop, 80_00)
  const waiting = await Promise.all(
    [70_00, 71_00].map(async (amount) => (await askCashout(shop, { amount })).body.data.id),
  )
  await openDispute(shop, sale)
  await decide(shop, sale, 'lose')
  assert.equal((await money(shop)).debt, 61_00)
  for (const id of waiting)
    await decideCashout(
      world.app,
      { accountId: shop.accountId, id },
      { isApproved: true, decidedBy: 'Maria' },
    )
  await work()
  const statuses = await Promise.all(
    waiting.map(async (id) => (await findCashout(shop, id)).status),
  )
  assert.equal(statuses.filter((status) => status === 'CANCELED').length, 1, statuses.join())
  assert.equal((await money(shop)).debt, 0)
})

/** Pending money in 252 parts of 5.00. The money of the PIX has left. */
async function inManyParts(shop: Shop): Promise<Sale> {
  const sale = await paidPix(shop, 1_050_00)
  const gone = await askCashout(shop, { amount: 1_050_00 })
  await work()
  await untilCashout(shop, gone.body.data.id, 'COMPLETED')
  for (let count = 0; count < 21; count += 1) await soldByCard(shop, 60_00, 12)
  assert.equal((await balance(shop)).pending, 1_260_00)
  return sale
}

test('a refund takes as many pending parts as it needs', async () => {
  const shop = await freeShop()
  const sale = await inManyParts(shop)
  const refund = await shop.call('POST', `/api/user/transactions/${sale.id}/refund`)
  assert.equal(refund.http, 200, refund.text)
  assert.equal((await balance(shop)).pending, 210_00)
})

test('a lost dispute takes as many pending parts as it needs, and is no debt', async () => {
  const shop = await freeShop()
  const sale = await inManyParts(shop)
  await claimed(shop, sale, 'lost')
  assert.deepEqual(await money(shop), { available: 0, blocked: 0, debt: 0 })
  assert.equal((await balance(shop)).pending, 210_00)
})

test('a refund is made while a dispute of another payment has a shortfall', async () => {
  const shop = await freeShop()
  await shortOf(shop, 100_00)
  const other = await comesIn(shop, 40_00)
  const refund = await shop.call('POST', `/api/user/transactions/${other.id}/refund`)
  assert.equal(refund.http, 200, refund.text)
})

for (const [what, ownerCheck, expected] of [
  ['that the bank compares with the payer: made', 'beneficiary', 200],
  ['without an owner check: refused while a dispute has a shortfall', 'none', 400],
] as const) {
  test(`a refund to a key ${what}`, async () => {
    const shop = await freeShop({
      settlementDays: { BOLETO: 0 },
      cashout: { ownerCheck },
    } as Changes)
    await shortOf(shop, 100_00)
    const customer = { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } }
    const boleto = { expiresInDays: 3 }
    const sale = await shop.sell({
      ...{ paymentMethod: 'BOLETO', amount: 40_00 },
      customer,
      boleto,
    })
    await shop.pay(sale.boleto?.digitableLine ?? '')
    await shop.webhooks(sale.id, 2)
    const key = { pixKey: 'ana@exemplo.com.br' }
    const { http, body } = await shop.call('POST', `/api/user/transactions/${sale.id}/refund`, key)
    assert.equal(http, expected, body.message)
    if (expected === 200) return
    assert.equal(body.error?.code, 'insufficient-balance')
    assert.deepEqual(await money(shop), { available: 0, blocked: 40_00, debt: 0 })
  })
}

test('after a refund fails the lost chargeback takes its money', async () => {
  const shop = await freeShop()
  const sale = await soldByCard(shop, 100_52) // Its acquirer takes the cancel and does not do it.
  const refund = await shop.call('POST', `/api/user/transactions/${sale.id}/refund`, {
    amount: 60_00,
  })
  assert.equal(refund.http, 200, refund.text)
  await openDispute(shop, sale)
  const lost = await decide(shop, sale, 'lose')
  const under = (await shop.find(sale.id)).refunds as { status: string }[]
  assert.deepEqual([under[0]?.status, lost.lostAmount], ['PROCESSING', 40_52])
  await refundFails(shop, sale)
  assert.equal((await findDispute(shop, lost.id)).lostAmount, 100_52)
  assert.equal((await shop.find(sale.id)).status, 'CHARGEDBACK')
  assert.deepEqual(await money(shop), { available: 0, blocked: 0, debt: 0 })
  assert.deepEqual(await checkBooks(world.app), [])
})

test('a refund that completes a lost payment is reported as a chargeback', async () => {
  const shop = await freeShop()
  const sale = await soldByCard(shop, 100_51) // Its acquirer takes the cancel and does it later.
  const path = `/api/user/transactions/${sale.id}/refund`
  assert.equal((await shop.call('POST', path, { amount: 60_00 })).http, 200)
  await claimed(shop, sale, 'lost')
  assert.equal((await shop.find(sale.id)).status, 'PAID')
  for (const step of ['PT2M', 'PT10M', 'PT1H', 'PT2H']) await shop.advance(step)
  assert.equal((await shop.find(sale.id)).status, 'CHARGEDBACK')
  const events = await world.app.sql<{ type: string }[]>`
    select type from events where object_id = ${sale.id} order by version`
  assert.deepEqual(
    events.slice(-2).map(({ type }) => type),
    ['transaction.dispute_lost', 'transaction.chargedback'],
  )
})

test('a dispute that can block nothing after a refund failed begins a protest', async () => {
  const shop = await freeShop({ refundsBeyondBalance: 'debt' })
  const sale = await paidPix(shop, 100_52) // Its bank takes the refund and does not do it.
  const gone = await askCashout(shop, { amount: 100_52 })
  await work()
  await untilCashout(shop, gone.body.data.id, 'COMPLETED')
  const path = `/api/user/transactions/${sale.id}/refund`
  assert.equal((await shop.call('POST', path, {})).http, 200)
  await claimed(shop, sale)
  assert.equal((await shop.find(sale.id)).status, 'PAID')
  await refundFails(shop, sale)
  await work()
  assert.deepEqual(await money(shop), { available: 0, blocked: 0, debt: 0 })
  assert.equal((await shop.find(sale.id)).status, 'IN_PROTEST')
})

/** The final response of the provider. */
async function refundFails(shop: Shop, sale: Sale): Promise<void> {
  for (const step of ['PT2M', 'PT10M', 'PT1H', 'P1D', 'P2D']) {
    await shop.advance(step)
    const [refund] = (await shop.find(sale.id)).refunds as { status: string }[]
    if (refund?.status === 'FAILED') return
  }
  assert.fail('the refund did not fail')
}

test('income, cashouts and workers on two processes: the shortfall is paid first', async (t) => {
  const door = await startApi(world)
  t.after(() => door.child.kill('SIGKILL'))
  const shop = await freeShop()
  const elsewhere = through(world, shop, door.baseUrl)
  await elsewhere.call('GET', cashoutPath)
  const { disputeId } = await shortOf(shop, 300_00)
  for (let round = 1; round <= 10; round += 1) {
    let isIn = false
    const income = comesIn(shop, 20_00).finally(() => {
      isIn = true
    })
    const tries = [shop, elsewhere].map(async (at) => {
      do {
        const { http, body } = await untilAvailable(() =>
          askCashout(at, { amount: 20_00, confirmDuplicate: true }),
        )
        assert.deepEqual([http, body.error?.code], [400, 'insufficient-balance'])
      } while (!isIn)
    })
    await Promise.all([income, ...tries, ...(round % 2 === 0 ? [work()] : [])])
  }
  await work()
  assert.equal((await findDispute(shop, disputeId)).blockedAmount, 200_00)
})

test('a claim and a cashout at once: the first takes the money, the other fails', async (t) => {
  const door = await startApi(world)
  t.after(() => door.child.kill('SIGKILL'))
  const shop = await freeShop()
  const elsewhere = through(world, shop, door.baseUrl)
  await elsewhere.call('GET', cashoutPath)
  for (let round = 0; round < 10; round += 1) {
    const before = await balanceOf(world.app, shop.accountId)
    assert.equal(before.available, 0)
    const sale = await paidPix(shop, 50_00)
    // The request that is sent first is usually, but not always, served first.
    const early = round % 3 === 0 ? claimed(shop, sale) : undefined
    const cashing = untilAvailable(() =>
      askCashout(
        round % 2 === 0 ? shop : elsewhere,
        { amount: 50_00, confirmDuplicate: true },
        { 'idempotency-key': `race-${round}` },
      ),
    )
    const [cashout] = await Promise.all([cashing, early ?? claimed(shop, sale)])
    const [dispute] = (await shop.find(sale.id)).disputes as { id: string; blockedAmount: number }[]
    if (cashout.http === 200) assert.equal(dispute?.blockedAmount, 0)
    else {
      assert.equal(cashout.body.error?.code, 'insufficient-balance')
      assert.equal(dispute?.blockedAmount, 50_00)
    }
    await claimed(shop, sale, 'won')
    await shop.advance('PT5S')
    if (cashout.http === 200) {
      const { status } = await untilCashout(shop, cashout.body.data.id, 'COMPLETED', 'CANCELED')
      if (status === 'COMPLETED') continue
    }
    const rest = await askCashout(shop, { amount: 50_00, confirmDuplicate: true })
    await work()
    await untilCashout(shop, rest.body.data.id, 'COMPLETED')
  }
})

async function claimed(
  shop: Shop,
  sale: Sale,
  state: 'needs-response' | 'won' | 'lost' = 'needs-response',
): Promise<void> {
  const found = await transactionById(world.app.sql, shop.accountId, sale.id)
  assert.ok(found)
  const [attempt] = await world.app.sql<{ ref: string }[]>`
    select attempt_ref as ref from attempts where transaction_id = ${sale.id}`
  const claim = {
    kind: found.pix ? 'med' : 'chargeback',
    caseId: `case-${sale.id}`,
    payment: { reference: found.pix?.txid ?? attempt?.ref ?? '' },
    amount: cents(sale.amount),
    state,
    reason: { code: 'race', text: 'Corrida' },
    openedAt: found.createdAt,
  } as const
  await untilServed(() => applyClaims(world.app, found.providerId, [claim]))
}
