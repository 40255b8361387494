import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cents } from '../../src/primitives/money.ts'
import type { CardFinding } from '../../src/providers/ports/card.ts'
import { type Bench, cards, longSignal, sale } from './acquirer-bench.ts'
import { testContract } from './acquirer-contract.ts'
import { openPagarmeBench } from './pagarme-bench.ts'

const bench = await openPagarmeBench()
const { acquirer, world } = bench
after(() => bench.stop())

const minuteMs = 60_000
const found = (finding: CardFinding) =>
  finding.kind === 'found' ? finding.outcome.kind : finding.kind

const withWrongKeys = bench.another({ secretKey: `sk_test_${'x'.repeat(16)}` })
testContract({
  name: 'Pagar.me',
  acquirer,
  openWithWrongKeys: () => withWrongKeys,
  unknownReference: 'ch_0000000000000000',
  refusals: [
    [cards.refused, '05', true, /não autorizado/i],
    [cards.expired, '54', false, /vencido/i],
    [cards.blocked, '78', true, /bloqueado/i],
    [cards.cancelled, '46', false, /não autorizado/i],
    [cards.problem, '14', false, /dados do cartão/i],
    ['4000000000000028', '05', true, /não autorizado/i],
  ],
})

test('one order sent twice is one charge: the second response is about the first', async () => {
  const order = sale()
  const outcomes = [
    await acquirer.sale(order, longSignal()),
    await acquirer.sale(order, longSignal()),
  ]
  const [first, second] = outcomes
  assert(first?.kind === 'approved' && second?.kind === 'approved')
  assert.equal(second.reference, first.reference)
  assert.equal(acquirer.capabilities.idempotentByReference, true)
  const finding = await acquirer.findSale(order.attemptRef, longSignal())
  assert(finding.kind === 'found' && finding.outcome.kind === 'approved')
})

test('a sale whose response was lost is not charged again by a retry', async () => {
  const order = sale()
  world.faults.add({ provider: 'pagarme', operation: 'sale', fault: 'reset-after', times: 1 })
  assert.equal((await acquirer.sale(order, longSignal())).kind, 'unknown')
  assert.equal((await acquirer.sale(order, longSignal())).kind, 'approved')
  const made = world.calls
    .after(0, 1_000_000)
    .filter(({ reference }) => reference === order.attemptRef)
  assert.deepEqual(
    made.map(({ outcome }) => outcome),
    ['approved', 'repeated'],
  )
})

test('one idempotency key for another amount is no evidence of anything', async () => {
  const order = sale()
  await acquirer.sale(order, longSignal())
  assert.equal(
    (await acquirer.sale({ ...order, amount: cents(2600) }, longSignal())).kind,
    'unknown',
  )
})

for (const [number, amount, end] of [
  ['4000000000000036', 2500, 'approved'],
  ['4000000000000044', 2500, 'refused'],
  [cards.timeout, 2500, 'approved'],
  [cards.approved, 100_12, 'approved'],
  [cards.approved, 100_13, 'refused'],
] as const) {
  test(`card ${number} for ${amount}: unknown for a minute, then ${end}`, async () => {
    const order = sale({ number, amount })
    assert.equal((await acquirer.sale(order, longSignal())).kind, 'unknown')
    await bench.advance(minuteMs - 1)
    assert.equal(found(await acquirer.findSale(order.attemptRef, longSignal())), 'unknown')
    await bench.runDue()
    const before = bench.notices.length
    await bench.advance(1)
    const finding = await acquirer.findSale(order.attemptRef, longSignal())
    assert(
      finding.kind === 'found' &&
        (finding.outcome.kind === 'approved' || finding.outcome.kind === 'refused'),
    )
    assert.equal(finding.outcome.kind, end)
    const reported = bench.notices
      .slice(before)
      .map(({ headers, body }) => acquirer.readNotice(headers, body))
    const { reference } = finding.outcome
    assert.deepEqual(
      reported.filter((notice) => notice?.reference === reference),
      [{ reference, change: 'status' }],
    )
  })
}

test('cancels in part add up, never exceed the sale, and the last leaves nothing', async () => {
  const outcome = await acquirer.sale(sale({ amount: 100_00 }), longSignal())
  assert(outcome.kind === 'approved')
  const cancel = (amount: number) => acquirer.cancel(outcome.reference, cents(amount), longSignal())
  assert.equal((await cancel(30_00)).kind, 'cancelled')
  assert.equal((await cancel(30_00)).kind, 'cancelled')
  const above = await cancel(40_01)
  assert.deepEqual([above.kind, above.kind === 'denied' && above.code], ['denied', '422'])
  const part = await acquirer.findByReference(outcome.reference, longSignal())
  assert(part.kind === 'found' && part.outcome.kind === 'approved')
  assert.deepEqual([part.outcome.amount, part.outcome.voidedAmount], [100_00, 60_00])
  assert.equal((await cancel(40_00)).kind, 'cancelled')
  const whole = await acquirer.findByReference(outcome.reference, longSignal())
  assert(whole.kind === 'found' && whole.outcome.kind === 'voided')
  assert.equal(whole.outcome.amount, 100_00)
})

test('cents 50: a cancel is denied for want of balance and changes nothing', async () => {
  const outcome = await acquirer.sale(sale({ amount: 100_50 }), longSignal())
  assert(outcome.kind === 'approved')
  assert.equal(
    (await acquirer.cancel(outcome.reference, cents(100_50), longSignal())).kind,
    'denied',
  )
  assert.equal(found(await acquirer.findByReference(outcome.reference, longSignal())), 'approved')
})

for (const [cent, end] of [
  [51, 'voided'],
  [52, 'approved'],
] as const) {
  test(`cents ${cent}: a cancel is pending for a minute, then the sale ${end}`, async () => {
    const outcome = await acquirer.sale(sale({ amount: 100_00 + cent }), longSignal())
    assert(outcome.kind === 'approved')
    const { reference } = outcome
    const started = await acquirer.cancel(reference, cents(100_00 + cent), longSignal())
    assert.deepEqual(started, { kind: 'pending', reference })
    // Nothing is left to give back: it is another one to Pagar.me.
    assert.equal(
      (await acquirer.cancel(reference, cents(100_00 + cent), longSignal())).kind,
      'denied',
    )
    const waiting = await acquirer.findByReference(reference, longSignal())
    assert(waiting.kind === 'found' && waiting.outcome.kind === 'approved')
    assert.deepEqual(waiting.outcome.cancels, [{ state: 'pending' }])
    await bench.advance(minuteMs)
    assert.equal(found(await acquirer.findByReference(reference, longSignal())), end)
  })
}

test('cents 30: authorised without capture is unknown, and can be captured', async () => {
  const order = sale({ amount: 100_30 })
  assert.equal((await acquirer.sale(order, longSignal())).kind, 'unknown')
  const finding = await acquirer.findSale(order.attemptRef, longSignal())
  assert(
    finding.kind === 'found' && finding.outcome.kind === 'approved' && !finding.outcome.captured,
  )
  assert.equal(
    (await acquirer.capture(finding.outcome.reference, cents(100_30), longSignal())).kind,
    'approved',
  )
})

for (const [cent, later] of [
  [20, 'approved'],
  [21, 'not-found'],
  [22, 'not-found'],
] as const) {
  test(`cents ${cent}: no response arrives, and a query returns ${later}`, async () => {
    const order = sale({ amount: 100_00 + cent })
    assert.equal((await bench.giveUp((signal) => acquirer.sale(order, signal))).kind, 'unknown')
    assert.equal(found(await acquirer.findSale(order.attemptRef, longSignal())), later)
  })
}

async function sold(amount: number): Promise<{ fresh: Bench; reference: string }> {
  const fresh = await openPagarmeBench()
  const outcome = await fresh.acquirer.sale(sale({ amount }), longSignal())
  assert(outcome.kind === 'approved')
  await fresh.runDue()
  return { fresh, reference: outcome.reference }
}
const read = (fresh: Bench) =>
  fresh.notices.map(({ headers, body }) => fresh.acquirer.readNotice(headers, body))

test('cents 14 to 16: an early notice, an unknown sender, a wrong secret', async () => {
  const early = await sold(100_14)
  assert.deepEqual(read(early.fresh), [{ reference: early.reference, change: 'status' }])
  const unrelated = await sold(100_15)
  const [notice] = read(unrelated.fresh)
  assert(notice)
  assert.equal(
    (await unrelated.fresh.acquirer.findByReference(notice.reference, longSignal())).kind,
    'not-found',
  )
  const forged = await sold(100_16)
  assert.deepEqual(read(forged.fresh), [undefined])
  for (const { fresh } of [early, unrelated, forged]) await fresh.stop()
})

test('a rejected notice is sent again; notices can be lost, doubled and late', async () => {
  const { fresh, reference } = await sold(100_00)
  fresh.answerNotices(503)
  await fresh.acquirer.cancel(reference, cents(10_00), longSignal())
  await fresh.runDue()
  fresh.answerNotices(200)
  await fresh.advance(30 * minuteMs)
  assert.equal(fresh.notices.length, 2)
  fresh.world.faults.add({
    provider: 'pagarme',
    operation: 'callback',
    fault: 'callback-doubled',
    times: 1,
  })
  await fresh.acquirer.cancel(reference, cents(10_00), longSignal())
  await fresh.runDue()
  assert.equal(fresh.notices.length, 4)
  fresh.world.faults.add({
    provider: 'pagarme',
    operation: 'callback',
    fault: 'callback-lost',
    times: 1,
  })
  await fresh.acquirer.cancel(reference, cents(10_00), longSignal())
  await fresh.advance(60 * minuteMs)
  assert.equal(fresh.notices.length, 4)
  await fresh.stop()
})

test('sales, keys, idempotency and what is still to come survive a restart', async () => {
  const before = await openPagarmeBench()
  const order = sale({ number: '4000000000000036' })
  assert.equal((await before.acquirer.sale(order, longSignal())).kind, 'unknown')
  await before.stop()
  const again = await openPagarmeBench({ home: before.world.home })
  assert.equal(again.settings.secretKey, before.settings.secretKey)
  await again.advance(minuteMs)
  assert.equal(found(await again.acquirer.findSale(order.attemptRef, longSignal())), 'approved')
  assert.equal((await again.acquirer.sale(order, longSignal())).kind, 'approved')
  assert.equal(found(await again.acquirer.findSale(order.attemptRef, longSignal())), 'approved')
  await again.stop()
})

test("Pagar.me's approved test card is only authorized when no capture is requested", async () => {
  const order = sale({ number: '4000000000000010', capture: false })
  const outcome = await acquirer.sale(order, longSignal())
  assert(outcome.kind === 'approved')
  assert.equal(outcome.captured, false)
})
