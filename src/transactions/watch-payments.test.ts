import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import type { Sql } from '../db/pool.ts'
import { openJournal } from '../journal/journal.ts'
import { monotonicMs, systemClock } from '../primitives/clock.ts'
import { nextVersion, type Transaction } from './transaction.ts'
import { createChange, updateChange } from './transaction-change.ts'
import { watchPayments } from './watch-payments.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const links = { baseUrl: 'http://localhost' }
const minuteMs = 60_000

/** One process, and what it asks of the database. `pollMs`: an hour is never. */
function openWatch(t: TestContext, pollMs = 60 * minuteMs) {
  let queries = 0
  const counting = new Proxy(sql, {
    apply(target, self, args) {
      queries += 1
      return Reflect.apply(target, self, args)
    },
  }) as Sql
  const journal = openJournal({ sql })
  const log = { error: (...args: unknown[]) => assert.fail(String(args)) }
  const watch = watchPayments({ journal, sql: counting, log }, { pollMs })
  t.after(() => watch.close())
  const ends = new AbortController()
  const later = (payment: Transaction, waitMs = minuteMs) =>
    watch.later(payment, { waitMs, ends: ends.signal })
  return { journal, watch, ends, later, queries: () => queries }
}

const created = async (): Promise<Transaction> => {
  const transaction = someTransaction({ createdAt: systemClock().now() })
  await openJournal({ sql }).record(createChange(transaction, { links }))
  return transaction
}

const canceled = (transaction: Transaction) =>
  updateChange(transaction, nextVersion(transaction, systemClock().now(), { status: 'CANCELED' }), {
    links,
  })

test('a commit of this process ends the wait of its viewers only', async (t) => {
  const { journal, later, queries, ends } = openWatch(t)
  const [one, other] = [await created(), await created()]
  const waits = [later(one), later(one), later(other)]
  await journal.record(canceled(one))
  assert.deepEqual(await Promise.all(waits.slice(0, 2)), [true, true])
  ends.abort()
  assert.equal(await waits[2], false)
  assert.equal(queries(), 0)
})

test('a commit of another process is found by one query for all viewers', async (t) => {
  const { later, queries } = openWatch(t, 300)
  const all = await Promise.all(Array.from({ length: 20 }, created))
  const [first] = all
  assert.ok(first)
  const startedMs = monotonicMs()
  // One query each 300 ms, whatever the machine needs for the rest.
  const mayHaveMade = () => 1 + (monotonicMs() - startedMs) / 300
  const waits = all.map((each) => later(each, each === first ? 60_000 : 2_000))
  await openJournal({ sql }).record(canceled(first))
  assert.equal(await waits[0], true)
  const most = mayHaveMade()
  assert.ok(queries() <= most, `${queries()} of ${most} queries for 20 viewers`)
  assert.deepEqual(
    await Promise.all(waits.slice(1)),
    waits.slice(1).map(() => false),
  )
  assert.ok(queries() <= mayHaveMade(), `${queries()} queries in two seconds`)
})

test('a change before the wait began is found too', async (t) => {
  const { later } = openWatch(t, 50)
  const seen = await created()
  await openJournal({ sql }).record(canceled(seen))
  assert.equal(await later(seen), true)
})

test('a wait ends after its time, and when the gateway stops', async (t) => {
  const { later, watch } = openWatch(t)
  const payment = await created()
  assert.equal(await later(payment, 1), false)
  const waiting = later(payment)
  watch.close()
  assert.equal(await waiting, false)
  assert.equal(await later(payment), false)
})
