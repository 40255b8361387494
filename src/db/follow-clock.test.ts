import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connectMs, openTestDatabase } from '../../test/kit/database.ts'
import { databaseClock, systemClock } from '../primitives/clock.ts'
import { moveOffset, readClock } from './business-clock-store.ts'
import { followClock, skewReporter } from './follow-clock.ts'
import { openPool } from './pool.ts'

const database = await openTestDatabase()
after(() => database.close())
const hour = 3_600_000

/** A process with its own pool, whose machine has the given wall clock. */
function someProcess(wallAheadMs = 0, isMovable = true) {
  const sql = openPool({
    url: database.url,
    max: 2,
    applicationName: 'guiche-clock-test',
    connectMs,
  })
  let sleptMs = 0
  const clock = databaseClock({
    wallMs: () => systemClock().now().getTime() + wallAheadMs,
    monotonicMs: () => performance.now() + sleptMs,
  })
  const warnings: { skewMs: number }[] = []
  const log = { warn: (facts: unknown) => void warnings.push(facts as { skewMs: number }) }
  return {
    sql,
    clock,
    warnings,
    async follow() {
      // The time that opening a connection takes would be measured as skew.
      await sql`select 1`
      return followClock({ sql, clock, log, isMovable })
    },
    pass(ms: number) {
      sleptMs += ms
    },
  }
}

for (const wallAheadMs of [2 * hour, -2 * hour]) {
  test(`a machine ${wallAheadMs / hour} h off uses the database’s time and warns`, async (t) => {
    const { sql, clock, warnings, follow } = someProcess(wallAheadMs)
    const follower = await follow()
    t.after(() => sql.end())
    const before = (await readClock(sql)).databaseMs
    const now = clock.now().getTime() - clock.offsetMs()
    const behind = (await readClock(sql)).databaseMs
    assert.ok(now >= before - 500 && now <= behind + 500, `${now - before} ms from the database's`)
    assert.equal(follower.isKnown(), true)
    assert.equal(warnings.length, 1)
    assert.ok(Math.abs((warnings[0]?.skewMs ?? 0) - wallAheadMs) < 60_000)
    await follower.stop()
  })
}

test('a machine warns at a second of skew, at each second more, and when it agrees again', () => {
  const warned: unknown[] = []
  const report = skewReporter({ warn: (...given: unknown[]) => void warned.push(given) })
  const differs = (skewMs: number) => [{ skewMs }, 'differs']
  for (const [skewMs, expected] of [
    [999, []],
    [-999, []],
    [1_000, [differs(1_000)]],
    [1_900, []],
    [2_000, [differs(2_000)]],
    [-1_000, [differs(-1_000)]],
    [-500, []],
    [0, [[{ skewMs: 0 }, 'agrees']]],
    [900, []],
  ] as const) {
    warned.length = 0
    report(skewMs)
    const seen = warned.map((each) => {
      const [facts, text] = each as [object, string]
      return [facts, /differs|agrees/.exec(text)?.[0]]
    })
    assert.deepEqual(seen, expected, `${skewMs} ms`)
  }
})

test('a move of business time by another process arrives without a warning', async (t) => {
  const { sql, clock, warnings, follow } = someProcess()
  const moved = Promise.withResolvers<void>()
  let awaitedMs = Number.POSITIVE_INFINITY
  const follower = await follow()
  follower.onReading(() => {
    if (clock.offsetMs() >= awaitedMs) moved.resolve()
  })
  t.after(async () => {
    await follower.stop()
    await sql.end()
  })
  awaitedMs = (await readClock(database.sql)).offsetMs + hour
  await moveOffset(database.sql, hour)
  await moved.promise
  assert.deepEqual(warnings, [])
})

test('production uses real time whatever offset its database holds, and warns once', async (t) => {
  const { sql, clock, warnings, follow } = someProcess(0, false)
  const { offsetMs } = await readClock(database.sql)
  await moveOffset(database.sql, hour)
  const follower = await follow() // Measures several times.
  t.after(async () => {
    await follower.stop()
    await sql.end()
  })
  assert.equal(clock.offsetMs(), 0)
  assert.deepEqual(warnings, [{ offsetMs: offsetMs + hour }])
})

test('a process that cannot reach the database soon loses its knowledge of the time', async () => {
  const { sql, follow, pass } = someProcess()
  const follower = await follow()
  await follower.stop()
  assert.equal(follower.isKnown(), true)
  pass(16_000)
  assert.equal(follower.isKnown(), false)
  await sql.end()
})
