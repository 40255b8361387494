import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { connectMs, openTestDatabase } from '../../test/kit/database.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { openPool } from '../db/pool.ts'
import { nextVersion, type Transaction } from '../transactions/transaction.ts'
import { createChange, updateChange } from '../transactions/transaction-change.ts'
import { laneOfAccount } from './account-lanes.ts'
import { openJournal } from './journal.ts'

const database = await openTestDatabase()
const shards = 4
const sql = openPool({
  url: database.url,
  max: 4,
  applicationName: 'guiche-test',
  connectMs,
  shards,
})
after(async () => {
  await sql.end()
  await database.close()
})
const links = { baseUrl: 'http://localhost' }
const laneOf = laneOfAccount(shards)

/** Two accounts whose rows are on different shards. */
function apart(): [string, string] {
  const one = randomUUID()
  for (;;) {
    const other = randomUUID()
    if (laneOf({ accountId: one }) !== laneOf({ accountId: other })) return [one, other]
  }
}

test('a batch has the changes of one shard', async () => {
  const journal = openJournal({ sql, laneOf })
  const batches: (readonly string[])[] = []
  journal.onCommitted((events) => batches.push(events.map(laneOf)))
  const sales = Array.from({ length: 40 }, () => someTransaction({ accountId: randomUUID() }))
  await Promise.all(sales.map((sale) => journal.record(createChange(sale, { links }))))
  for (const lanes of batches) assert.equal(new Set(lanes).size, 1)
  assert.equal(batches.flat().length, 40)
  assert.ok(batches.length <= shards, 'changes of one shard share a commit')
})

test('a shard that waits for a lock does not hold up the others', async () => {
  const journal = openJournal({ sql, laneOf })
  const [slow, quick] = apart()
  const sell = async (accountId: string): Promise<Transaction> => {
    const sale = someTransaction({ accountId })
    await journal.record(createChange(sale, { links }))
    return sale
  }
  await sell(slow)
  let waiting: Promise<Transaction> | undefined
  await database.sql.begin(async (tx) => {
    await tx`select from event_feeds where account_id = ${slow} for update`
    waiting = sell(slow)
    await sell(quick)
    assert.equal(journal.queue().length, 0)
  })
  assert.equal((await waiting)?.accountId, slow)
  await journal.close()
})

test('statements that name their accounts write the same rows', async () => {
  const journal = openJournal({ sql, laneOf })
  const sale = someTransaction({ accountId: randomUUID() })
  await journal.record(createChange(sale, { links }))
  const paid = nextVersion(sale, new Date(), { status: 'PAID', paidAt: new Date() })
  await journal.record(updateChange(sale, paid, { links }))
  const [row] = await sql`
    select status, version, available
    from transactions join balances using (account_id)
    where account_id = ${sale.accountId} and id = ${sale.id}`
  assert.deepEqual({ ...row }, { status: 'PAID', version: 2, available: 980 })
})

test('events of one batch follow each other in their feeds, and an old version loses', async () => {
  const journal = openJournal({ sql, laneOf: () => 'all' })
  const accounts = apart()
  const sell = (accountId: string) => someTransaction({ accountId })
  const sales = accounts.flatMap((accountId) => [sell(accountId), sell(accountId)])
  const [first] = sales
  assert.ok(first)
  await Promise.all(sales.map((sale) => journal.record(createChange(sale, { links }))))
  const paid = nextVersion(first, new Date(), { status: 'PAID', paidAt: new Date() })
  const results = await Promise.allSettled([
    journal.record(updateChange(first, paid, { links })),
    journal.record(updateChange(first, paid, { links })),
    journal.record(createChange(sell(first.accountId), { links })),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  for (const [index, accountId] of accounts.entries()) {
    const rows = await sql<{ position: number }[]>`
      select position from events
      where account_id = ${accountId} and position is not null
      order by position`
    const count = index === 0 ? 4 : 2
    assert.deepEqual(
      rows.map(({ position }) => position),
      Array.from({ length: count }, (_, at) => at + 1),
    )
  }
  await journal.close()
})
