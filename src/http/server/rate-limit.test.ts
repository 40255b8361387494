import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../../test/kit/database.ts'
import { until } from '../../../test/kit/time-limit.ts'
import { openPool } from '../../db/pool.ts'
import { monotonicMs } from '../../primitives/clock.ts'
import { randomBase62 } from '../../primitives/id.ts'
import { openRateLimiter } from './rate-limit.ts'

const database = await openTestDatabase()
after(() => database.close())

/** A limiter whose clock the test moves. */
function limiter(sql = database.sql) {
  let nowMs = 1_000_000
  const opened = openRateLimiter(sql, { nowMs: () => nowMs })
  after(() => opened.close())
  const bucket = randomBase62(8)
  return {
    bucket,
    take: (name = bucket) => opened.take(name, { perSecond: 10, burst: 3 }),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

test('a burst passes, the next call waits, and time returns one at a time', () => {
  const { take, pass } = limiter()
  assert.deepEqual([take(), take(), take(), take()], [0, 0, 0, 1])
  pass(99)
  assert.equal(take(), 1)
  pass(1)
  assert.deepEqual([take(), take()], [0, 1])
})

test('an empty bucket leaves the others unchanged', () => {
  const { take } = limiter()
  for (let count = 0; count < 4; count++) take()
  assert.equal(take('other'), 0)
})

test('the waiting time is in whole seconds', () => {
  const { sql } = database
  const slow = openRateLimiter(sql, { nowMs: () => 5 })
  after(() => slow.close())
  const rate = { perSecond: 20 / 60, burst: 1 }
  assert.equal(slow.take('x', rate), 0)
  assert.equal(slow.take('x', rate), 3)
})

test('another process knows the use of one process within a moment', async () => {
  const rate = { perSecond: 0.01, burst: 2 }
  let readings = 0
  const nowMs = () => {
    readings += 1
    return monotonicMs()
  }
  const [one, other] = [openRateLimiter(database.sql), openRateLimiter(database.sql, { nowMs })]
  after(() => {
    one.close()
    other.close()
  })
  const bucket = randomBase62(8)
  assert.deepEqual([one.take(bucket, rate), one.take(bucket, rate)], [0, 0])
  const use = () =>
    database.sql`
      select 1
      from rate_limits
      where bucket = ${bucket} and arrives_at > now() + interval '150 seconds'`
  while ((await use()).length === 0);
  // Not synchronized yet: this is the documented precision.
  assert.equal(other.take(bucket, rate), 0)
  const taken = readings
  while (
    (
      await database.sql`
        select 1
        from rate_limits
        where bucket = ${bucket} and arrives_at > now() + interval '250 seconds'`
    ).length === 0
  );
  // A limiter reads its clock when it has read the response to its own statement.
  await until('the limiter has read the response', () => readings > taken)
  assert.ok(other.take(bucket, rate) > 0)
})

test('without a database the limits stay', async () => {
  const away = openPool({
    url: 'postgres://unknown@127.0.0.1:1/nothing',
    max: 1,
    applicationName: 'test',
  })
  after(() => away.end({ timeout: 0 }))
  const { take } = limiter(away)
  assert.deepEqual([take(), take(), take(), take()], [0, 0, 0, 1])
})

test('two processes with exact limits allow the burst and no more, for any caller', async () => {
  const [one, other] = [openRateLimiter(database.sql), openRateLimiter(database.sql)]
  const bucket = randomBase62(8)
  const wanted = [{ bucket, rate: { perSecond: 0.001, burst: 20 } }]
  const waits = await Promise.all(
    Array.from({ length: 100 }, (_, index) => [one, other][index % 2]?.takeExactly(wanted)),
  )
  assert.equal(waits.filter((wait) => wait === 0).length, 20)
  assert.ok(waits.every((wait) => wait === 0 || (wait ?? 0) > 900))
})

test('a full bucket leaves the others of the same request unchanged', async () => {
  const limiter = openRateLimiter(database.sql)
  const [narrow, wide] = [randomBase62(8), randomBase62(8)]
  const both = [
    { bucket: narrow, rate: { perSecond: 0.001, burst: 1 } },
    { bucket: wide, rate: { perSecond: 0.001, burst: 2 } },
  ]
  assert.equal(await limiter.takeExactly(both), 0)
  for (let count = 0; count < 5; count++) assert.ok((await limiter.takeExactly(both)) > 0)
  assert.equal(await limiter.takeExactly(both.slice(1)), 0)
  assert.ok((await limiter.takeExactly(both.slice(1))) > 0)
})

test('what is put back can be taken again, and a full bucket holds no more', async () => {
  const limiter = openRateLimiter(database.sql)
  const wanted = [{ bucket: randomBase62(8), rate: { perSecond: 0.001, burst: 2 } }]
  for (const taken of [0, 0]) assert.equal(await limiter.takeExactly(wanted), taken)
  assert.ok((await limiter.takeExactly(wanted)) > 0)
  await limiter.putBack(wanted)
  assert.equal(await limiter.takeExactly(wanted), 0)
  for (let count = 0; count < 4; count++) await limiter.putBack(wanted)
  for (const taken of [0, 0]) assert.equal(await limiter.takeExactly(wanted), taken)
  assert.ok((await limiter.takeExactly(wanted)) > 0)
})
