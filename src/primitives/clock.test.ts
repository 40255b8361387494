import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseClock, notBefore } from './clock.ts'

const hour = 3_600_000
const at = Date.parse('2026-11-19T12:00:00Z')

/**
 * A machine with a wall clock of its own, a database with a correct clock, and the time between
 * them.
 */
function someMachine(wallAheadMs = 0) {
  let passed = 5_000
  let wallAhead = wallAheadMs
  let databaseAhead = 0
  const clock = databaseClock({ wallMs: () => at + passed + wallAhead, monotonicMs: () => passed })
  const databaseMs = () => at + passed + databaseAhead
  return {
    clock,
    databaseMs,
    pass(ms: number) {
      passed += ms
    },
    setWallAhead(ms: number) {
      wallAhead = ms
    },
    setDatabaseAhead(ms: number) {
      databaseAhead = ms
    },
    measure({ thereMs = 1, backMs = 1 } = {}) {
      const end = clock.measure()
      passed += thereMs
      const measured = databaseMs()
      passed += backMs
      end(measured)
    },
  }
}

for (const skew of [0, 2 * hour, -2 * hour]) {
  test(`with a wall clock ${skew / hour} h ahead the time is the database’s`, () => {
    const { clock, databaseMs, measure, pass } = someMachine(skew)
    measure()
    pass(90_000)
    assert.equal(clock.now().getTime(), databaseMs())
    assert.equal(Math.round(clock.skewMs()), skew)
    clock.setOffsetMs(24 * hour)
    assert.equal(clock.now().getTime(), databaseMs() + 24 * hour)
  })
}

test('a jump of the wall clock changes nothing, before the next measurement or after it', () => {
  const { clock, databaseMs, measure, pass, setWallAhead } = someMachine()
  measure()
  for (const jump of [2 * hour, -2 * hour, 0]) {
    setWallAhead(jump)
    pass(700)
    assert.equal(clock.now().getTime(), databaseMs())
    measure()
    assert.equal(clock.now().getTime(), databaseMs())
    assert.equal(clock.isKnown(), true)
  }
})

test('time never runs back while measurements differ by their error', () => {
  const { clock, measure, pass, databaseMs } = someMachine()
  measure({ thereMs: 0, backMs: 300 })
  let last = clock.now().getTime()
  for (let n = 0; n < 400; n += 1) {
    measure(n % 2 === 0 ? { thereMs: 0, backMs: 20 } : { thereMs: 20, backMs: 0 })
    const now = clock.now().getTime()
    assert.ok(now >= last)
    last = now
    pass(1)
  }
  assert.ok(Math.abs(last - databaseMs()) <= 12)
})

test("a database whose clock is set is followed: its time is everybody's", () => {
  const { clock, databaseMs, measure, setDatabaseAhead } = someMachine()
  for (const ahead of [0, 3 * hour, -3 * hour]) {
    setDatabaseAhead(ahead)
    measure()
    assert.equal(clock.now().getTime(), databaseMs())
  }
})

test('the time is unknown without a recent and fast measurement', () => {
  const { clock, measure, pass } = someMachine()
  assert.equal(clock.isKnown(), false)
  assert.throws(() => clock.now(), /before it was measured/)
  measure({ thereMs: 1, backMs: 4_000 })
  assert.equal(clock.isKnown(), false)
  measure()
  assert.equal(clock.isKnown(), true)
  pass(15_001)
  assert.equal(clock.isKnown(), false)
  measure()
  assert.equal(clock.isKnown(), true)
})

test('the offset never moves back', () => {
  const { clock } = someMachine()
  clock.setOffsetMs(hour)
  clock.setOffsetMs(0)
  assert.equal(clock.offsetMs(), hour)
})

test('a version is never before the previous one', () => {
  const [early, late] = [new Date(at), new Date(at + hour)]
  assert.deepEqual([notBefore(early, late), notBefore(late, early)], [late, late])
})
