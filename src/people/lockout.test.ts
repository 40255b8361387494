import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connectMs, openTestDatabase } from '../../test/kit/database.ts'
import { openPool } from '../db/pool.ts'
import { mostFailures } from './lockout.ts'
import { forgetFailures } from './sign-in-failure-store.ts'
import { countAttempt } from './with-failures.ts'

const database = await openTestDatabase()
const { sql } = database
const pools = [1, 2].map(() =>
  openPool({ url: database.url, max: 4, applicationName: 'another-process', connectMs }),
)
after(async () => {
  for (const pool of pools) await pool.end()
  await database.close()
})

/** Attempts of one person, and how many of them were checked. */
function openAttempts(bucket: string) {
  let checked = 0
  const attempt = (isRight: boolean, db = sql) =>
    countAttempt(db, bucket, async (isAdmitted) => {
      if (!isAdmitted) return undefined
      checked += 1
      await new Promise((wake) => setTimeout(wake, 20))
      return isRight || undefined
    })
  const row = async () => {
    const [found] = await sql<{ failures: number; locks: number; minutes: number | null }[]>`
      select failures, locks,
        round(extract(epoch from locked_until - now()) / 60)::int as minutes
      from people.sign_in_failures
      where bucket = ${bucket}`
    return found
  }
  const passed = (interval: string) =>
    sql.unsafe(`
      update people.sign_in_failures
      set locked_until = locked_until - interval '${interval}',
        last_failed_at = last_failed_at - interval '${interval}'
      where bucket = '${bucket}'`)
  return { attempt, checked: () => checked, row, passed }
}

test('of 24 wrong attempts at once, from two processes, ten are checked', async () => {
  const { attempt, checked, row } = openAttempts('race')
  await Promise.all(Array.from({ length: 24 }, (_, n) => attempt(false, pools[n % 2])))
  assert.equal(checked(), mostFailures)
  assert.deepEqual({ ...(await row()) }, { failures: mostFailures + 1, locks: 1, minutes: 30 })
  assert.equal(await attempt(true), undefined)
  assert.equal(checked(), mostFailures)
})

test('right attempts at once lock no person, however many there are', async () => {
  const { attempt, row } = openAttempts('right')
  for (let round = 0; round < 5; round += 1)
    assert.equal(
      (await Promise.all([1, 2, 3, 4, 5].map(() => attempt(true)))).filter(Boolean).length,
      5,
    )
  const { failures, locks } = (await row()) ?? {}
  assert.deepEqual([failures, locks], [0, 0])
})

test('the tenth attempt may be right, and nine failures are left', async () => {
  const { attempt, row } = openAttempts('tenth')
  for (let each = 1; each < mostFailures; each += 1) await attempt(false)
  assert.equal(await attempt(true), true)
  const { failures, locks } = (await row()) ?? {}
  assert.deepEqual([failures, locks], [mostFailures - 1, 0])
  await attempt(false)
  assert.equal(await attempt(true), undefined)
})

test('an attempt that could not be checked counts nothing, and unlocks no one', async () => {
  const { attempt, row } = openAttempts('trouble')
  const trouble = () =>
    countAttempt(sql, 'trouble', async () => {
      throw new Error('no hash is free')
    })
  await assert.rejects(trouble(), /no hash is free/)
  assert.equal((await row())?.failures, 0)
  for (let each = 1; each <= mostFailures; each += 1) await attempt(false)
  await assert.rejects(trouble(), /no hash is free/)
  assert.equal(await attempt(true), undefined)
})

test('each lock in a row is twice as long, up to a day, also after a sign-in', async () => {
  const { attempt, row, passed } = openAttempts('locks')
  const minutes: (number | null | undefined)[] = []
  for (let lock = 1; lock <= 8; lock += 1) {
    for (let each = 1; each <= mostFailures; each += 1) await attempt(false)
    minutes.push((await row())?.minutes)
    await passed(`${minutes.at(-1)} minutes 1 second`)
    assert.equal(await attempt(true), true)
    await forgetFailures(sql, 'locks')
  }
  assert.deepEqual(minutes, [30, 60, 120, 240, 480, 960, 1440, 1440])
  await passed('7 days')
  for (let each = 1; each <= mostFailures; each += 1) await attempt(false)
  assert.equal((await row())?.minutes, 30)
})

test('failures add up over a day, and a slow guesser is locked like a fast one', async () => {
  const { attempt, row, passed } = openAttempts('slow')
  for (let each = 1; each <= mostFailures; each += 1) {
    assert.notEqual((await row())?.minutes, 30, `locked after ${each} attempts`)
    await attempt(false)
    if (each < mostFailures) await passed('2 hours')
  }
  assert.equal((await row())?.minutes, 30)
  const { attempt: later, row: laterRow, passed: laterPassed } = openAttempts('old')
  for (let each = 1; each < mostFailures; each += 1) await later(false)
  await laterPassed('25 hours')
  await later(false)
  assert.equal((await laterRow())?.failures, 1)
})
