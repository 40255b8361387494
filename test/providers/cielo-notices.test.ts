import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { cents } from '../../src/primitives/money.ts'
import { type Bench, cards, longSignal, sale } from './acquirer-bench.ts'
import { openBench } from './cielo-bench.ts'

const minuteMs = 60_000

/** A bench whose sale of `amount` was just approved. */
async function sold(
  t: TestContext,
  amount: number,
): Promise<Bench & { reference: string; attemptRef: string }> {
  const bench = await openBench()
  t.after(bench.stop)
  const order = sale({ amount })
  const outcome = await bench.acquirer.sale(order, longSignal())
  assert(outcome.kind === 'approved', outcome.kind)
  await bench.runDue()
  return { ...bench, reference: outcome.reference, attemptRef: order.attemptRef }
}

/** What the adapter reads of the notices that came, in order. */
const read = (bench: Bench) =>
  bench.notices.map(({ headers, body }) => bench.acquirer.readNotice(headers, body))

test('a cancel is notified, and the notice is authentic and names the sale', async (t) => {
  const bench = await sold(t, 100_00)
  await bench.acquirer.cancel(bench.reference, cents(100_00), longSignal())
  await bench.runDue()
  assert.deepEqual(read(bench), [{ reference: bench.reference, change: 'status' }])
  const finding = await bench.acquirer.findByReference(bench.reference, longSignal())
  assert(finding.kind === 'found')
  assert.equal(finding.attemptRef, bench.attemptRef)
  const logged = bench.world.calls.after(0).find(({ operation }) => operation === 'notice')
  assert.deepEqual([logged?.reference, logged?.outcome], [bench.attemptRef, 'delivered'])
})

test('every change that comes by itself is notified', async (t) => {
  const bench = await openBench()
  t.after(bench.stop)
  await bench.acquirer.sale(sale({ amount: 100_12 }), longSignal())
  await bench.acquirer.sale(sale({ amount: 100_13 }), longSignal())
  await bench.acquirer.sale(sale({ number: cards.timeout }), longSignal())
  assert.equal(bench.notices.length, 0)
  await bench.advance(minuteMs)
  assert.equal(bench.notices.length, 2)
  await bench.advance(4 * minuteMs)
  assert.deepEqual(
    read(bench).map((notice) => notice?.change),
    ['status', 'status', 'status'],
  )
})

test('cents 52: a cancel denied later is notified as denied', async (t) => {
  const bench = await sold(t, 100_52)
  await bench.acquirer.cancel(bench.reference, cents(100_52), longSignal())
  await bench.advance(minuteMs)
  assert.deepEqual(read(bench), [{ reference: bench.reference, change: 'cancel-denied' }])
})

test('cents 14: the notice arrives before the response to the sale', async (t) => {
  const bench = await openBench()
  t.after(bench.stop)
  const answered = bench.acquirer.sale(sale({ amount: 100_14 }), longSignal()).then((outcome) => {
    assert.equal(bench.notices.length, 1, 'the notice was there first')
    return outcome
  })
  assert.equal((await answered).kind, 'approved')
})

test('cents 15: a notice about an unknown sale changes nothing', async (t) => {
  const bench = await sold(t, 100_15)
  const [notice] = read(bench)
  assert(notice)
  assert.notEqual(notice.reference, bench.reference)
  assert.equal(
    (await bench.acquirer.findByReference(notice.reference, longSignal())).kind,
    'not-found',
  )
})

test('cents 16: a notice with a wrong secret is not read', async (t) => {
  const bench = await sold(t, 100_16)
  assert.deepEqual(read(bench), [undefined])
})

test('cents 17: a fraud alert is notified and changes no status', async (t) => {
  const bench = await sold(t, 100_17)
  await bench.advance(minuteMs)
  assert.deepEqual(read(bench), [{ reference: bench.reference, change: 'fraud-alert' }])
  const finding = await bench.acquirer.findByReference(bench.reference, longSignal())
  assert(finding.kind === 'found')
  assert.equal(finding.outcome.kind, 'approved')
})

test('a notice that is not taken is sent again every 30 min, three times', async (t) => {
  const bench = await sold(t, 100_00)
  bench.answerNotices(503)
  await bench.acquirer.cancel(bench.reference, cents(100_00), longSignal())
  await bench.runDue()
  for (const expected of [2, 3, 4, 4, 4]) {
    await bench.advance(30 * minuteMs - 1)
    assert.ok(bench.notices.length < expected || expected === bench.notices.length)
    await bench.advance(1)
    assert.equal(bench.notices.length, expected)
  }
})

const twoCancels = async (bench: Bench & { reference: string }) => {
  await bench.acquirer.cancel(bench.reference, cents(10_00), longSignal())
  await bench.advance(5_000)
  await bench.acquirer.cancel(bench.reference, cents(90_00), longSignal())
  await bench.runDue()
}
const changeTypes = (bench: Bench) =>
  bench.notices.map(({ body }) => JSON.parse(JSON.stringify(body)).ChangeType)

/** The notices of a partial cancel (25) and of the last one (1), when the first goes wrong. */
const misbehaviour = {
  'callback-lost': { atOnce: [1], later: [1] },
  'callback-doubled': { atOnce: [25, 25, 1], later: [25, 25, 1] },
  'callback-delayed': { atOnce: [1], later: [1, 25] },
  'callback-reordered': { atOnce: [1, 25], later: [1, 25] },
} as const
for (const fault of [
  'callback-lost',
  'callback-doubled',
  'callback-delayed',
  'callback-reordered',
] as const) {
  test(`${fault}: notices come as published`, async (t) => {
    const bench = await sold(t, 100_00)
    bench.world.faults.add({ provider: 'cielo', operation: 'callback', fault, times: 1 })
    await twoCancels(bench)
    assert.deepEqual(changeTypes(bench), misbehaviour[fault].atOnce)
    await bench.advance(minuteMs)
    assert.deepEqual(changeTypes(bench), misbehaviour[fault].later)
  })
}
