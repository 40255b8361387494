import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connectMs, openTestDatabase } from '../../../test/kit/database.ts'
import { openPool } from '../../db/pool.ts'
import { systemClock } from '../../primitives/clock.ts'
import { newId } from '../../primitives/id.ts'
import { cents } from '../../primitives/money.ts'
import { attemptQueue, attemptsWriter, makeQueriesDue } from './attempt-store.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const clock = systemClock()
const newUuid = () => newId(clock.now().getTime())
// Without the payments that they belong to. The database is this file's own.
await sql`alter table attempts drop constraint attempts_account_id_transaction_id_fkey`

test('no second worker claims a claimed attempt before its lease ends', async () => {
  const accountId = newUuid()
  await sql`
    insert into attempts (account_id, id, transaction_id, provider_id, operation, attempt_ref,
      state, amount, sent_at, due_at)
    select ${accountId}, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'sale',
      'ref-' || n, 'unknown', 100,
      ${clock.now()}, ${clock.now()}
    from generate_series(1, 10) as n`
  const claim = () => attemptQueue.claim({ sql, clock }, accountId, 60_000, 6)
  const [one, other] = await Promise.all([claim(), claim()])
  const refs = [...one, ...other].map(({ attemptRef }) => attemptRef)
  assert.equal(new Set(refs).size, refs.length, 'none is claimed twice')
  await claim()
  assert.deepEqual(await claim(), [], 'all are leased')
  const [row] = await sql<{ queries: number }[]>`
    select max(queries) as queries from attempts where account_id = ${accountId}`
  assert.equal(row?.queries, 1)
})

test('U5: a provider that responds again makes the attempts of every account due', async () => {
  const [one, other, providerId, healthy] = [newUuid(), newUuid(), newUuid(), newUuid()]
  const later = new Date(clock.now().getTime() + 1_800_000)
  for (const accountId of [one, other])
    for (const provider of [providerId, healthy])
      await sql`
        insert into attempts (account_id, id, transaction_id, provider_id, operation, attempt_ref,
          state, amount, sent_at, due_at)
        values (${accountId}, ${newUuid()}, ${newUuid()}, ${provider}, 'sale', ${newUuid()},
          'unknown', 100, ${clock.now()}, ${later})`
  await makeQueriesDue({ sql, clock }, providerId, 200)
  const due = await sql<{ accountId: string; providerId: string }[]>`
    select account_id as "accountId", provider_id as "providerId" from attempts
    where due_at < ${later} and account_id in (${one}, ${other})
    order by account_id`
  assert.deepEqual(
    due,
    [one, other].sort().map((accountId) => ({ accountId, providerId })),
  )
})

test('writing a response reads no other attempt when the table has grown', async () => {
  const grown = await openTestDatabase()
  after(() => grown.close())
  await grown.sql`alter table attempts set (autovacuum_enabled = false)`
  await grown.sql`alter table attempts drop constraint attempts_account_id_transaction_id_fkey`
  const read = async (plansMs: number): Promise<number> => {
    await grown.sql`truncate attempts`
    const settings = { max: 1, applicationName: 'growing', connectMs, plansOnce: true }
    const journal = openPool({ ...settings, url: grown.url, plansMs })
    const accountId = newUuid()
    const write = () => journal.begin((tx) => attemptsWriter.write(tx, [approved(accountId)]))
    await write()
    await journal`
      insert into attempts (account_id, id, transaction_id, provider_id, operation, attempt_ref,
        state, amount, sent_at)
      select ${accountId}, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'sale',
        'ref-' || n, 'sending', 100, ${clock.now()}
      from generate_series(1, 1000) as n`
    const before = await rowsRead()
    await write()
    await journal`select pg_stat_force_next_flush()`
    await journal.end()
    return (await rowsRead()) - before
  }
  const rowsRead = async (): Promise<number> => {
    const [read] = await grown.sql<{ rows: number }[]>`
      select sum(idx_tup_read)::int8 as rows
      from pg_stat_user_indexes
      where relname = 'attempts'`
    return read?.rows ?? 0
  }
  const anHourMs = 3_600_000
  assert.deepEqual([await read(anHourMs), await read(0)], [1_000, 0])
})

const approved = (accountId: string) => ({
  accountId,
  id: newUuid(),
  transactionId: newUuid(),
  providerId: newUuid(),
  attemptRef: newUuid(),
  state: 'approved' as const,
  version: 2,
  amount: cents(100),
  queries: 0,
  notFound: 0,
  sentAt: clock.now(),
  answeredAt: clock.now(),
  ownerEnded: true,
})
