import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { readingOf } from '../../test/kit/rows-read.ts'
import type { Sql } from '../db/pool.ts'
import { systemClock } from '../primitives/clock.ts'
import { newId } from '../primitives/id.ts'
import {
  type DueQueue,
  dueEndpoints,
  dueQueues,
  readyDeliveries,
  recordResults,
  type TakenDelivery,
  takeDueDeliveries,
} from './delivery-store.ts'
import { fanOutWriter } from './fan-out-store.ts'

const clock = systemClock()
const endpoint = 'http://127.0.0.1:9'
const newUuid = () => newId(clock.now().getTime())

/**
 * A database whose one connection keeps the first plan of each statement. No statistics change on
 * their own.
 */
async function openFixedPlans(t: TestContext): Promise<Sql> {
  const database = await openTestDatabase({ max: 1, plansMs: 3_600_000 })
  t.after(() => database.close())
  const { sql } = database
  await sql`set plan_cache_mode = force_generic_plan`
  for (const { part } of await sql<{ part: string }[]>`
    select relid::regclass::text as part from pg_partition_tree('deliveries') where isleaf`)
    await sql.unsafe(`alter table ${part} set (autovacuum_enabled = false)`)
  return sql
}

/**
 * Fresh statistics, and no row that was changed: a server keeps dead rows, and reads them, as long
 * as any session may still see them.
 */
const analyze = (sql: Sql) => sql`analyze deliveries`

/**
 * `count` events of different transactions, due now at one endpoint. Those with the id
 * `deliveredFrom` or a higher one are delivered already.
 */
async function owe(
  sql: Sql,
  accountId: string,
  count: number,
  deliveredFrom: string | null = null,
): Promise<void> {
  await sql`
    insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint, due_at,
      created_at, state)
    select ${accountId}, id, gen_random_uuid(), gen_random_uuid(), 1,
      ${`${endpoint}/hook`}, ${endpoint}, ${clock.now()}, ${clock.now()},
      case when id >= ${deliveredFrom}::uuid then 'delivered' else 'waiting' end
    from (select gen_random_uuid() as id from generate_series(1, ${count}::int)) as delivery`
}

const take = (sql: Sql, accountId: string) =>
  takeDueDeliveries({ sql, clock }, { accountId, endpoint, limit: 8, leaseMs: 60_000 })

const deliver = (sql: Sql, taken: readonly TakenDelivery[]) =>
  recordResults(
    { sql, clock },
    taken.map(({ accountId, id, leaseEndsAt }) => ({
      accountId,
      id,
      leaseEndsAt,
      state: 'delivered' as const,
      waitMs: 0,
      at: clock.now(),
      status: 200,
      durationMs: 50,
      error: null,
      excerpt: null,
    })),
  )

/**
 * The number of rows of `deliveries` that this database has read so far, by tables and by indexes.
 */
async function rowsRead(sql: Sql): Promise<number> {
  await sql`select pg_stat_force_next_flush()`
  const [read] = await sql<{ tables: number; indexes: number }[]>`
    select sum(seq_tup_read)::int8 as tables, (
      select sum(idx_tup_read)::int8
      from pg_stat_user_indexes
      where relid in (select relid from pg_partition_tree('deliveries'))) as indexes
    from pg_stat_user_tables
    where relid in (select relid from pg_partition_tree('deliveries'))`
  assert(read)
  return read.tables + read.indexes
}

/** Claims and delivers eight of 2,000, and returns the number of rows read. */
async function readForEight(sql: Sql, accountId: string): Promise<number> {
  await owe(sql, accountId, 2_000)
  const before = await rowsRead(sql)
  const taken = await take(sql, accountId)
  assert.equal(taken.length, 8)
  await deliver(sql, taken)
  return (await rowsRead(sql)) - before
}

const lowestId = '00000000-0000-0000-0000-000000000000'
/** A quarter of all random ids are lower. */
const aQuarter = '40000000-0000-0000-0000-000000000000'

/** Each of the eight is read a few times, and no waiting row is read. */
const most = 8 * 20

test('plans of an empty queue read no more rows than they claim when much is due', async (t) => {
  const sql = await openFixedPlans(t)
  const accountIds = Array.from({ length: 50 }, newUuid)
  for (const accountId of accountIds) await owe(sql, accountId, 300, lowestId)
  await analyze(sql)
  const read = await readForEight(sql, accountIds[0] ?? '')
  assert(read <= most, `${read} rows`)
})

test('plans of a short queue read no more rows than they claim when much is due', async (t) => {
  const sql = await openFixedPlans(t)
  const accountIds = Array.from({ length: 50 }, newUuid)
  for (const accountId of accountIds) await owe(sql, accountId, 300, aQuarter)
  await analyze(sql)
  const read = await readForEight(sql, accountIds[0] ?? '')
  assert(read <= most, `${read} rows`)
})

test('the look-up of due queues skips what waits at each endpoint', async (t) => {
  const sql = await openFixedPlans(t)
  const accountIds = Array.from({ length: 20 }, newUuid)
  for (const accountId of accountIds) await owe(sql, accountId, 300)
  const [later, leased] = [accountIds[3], accountIds[7]]
  await sql`
    update deliveries set due_at = due_at + interval '1 hour' where account_id = ${later ?? ''}`
  await sql`
    update deliveries
    set lease_ends_at = now() + interval '1 hour'
    where account_id = ${leased ?? ''}`
  await sql`vacuum (analyze) deliveries`
  // The second reading has the plan of the first one.
  await dueQueues({ sql, clock }, { limit: 100 })
  const before = await rowsRead(sql)
  const { due, last } = await dueQueues({ sql, clock }, { limit: 100 })
  assert.equal(last, undefined)
  assert.deepEqual(
    due.map(({ accountId }) => accountId).toSorted(),
    accountIds.filter((each) => each !== later && each !== leased).toSorted(),
  )
  const read = (await rowsRead(sql)) - before
  // All that is leased is read, and a few rows of each other account.
  assert.ok(read <= 300 + 20 * 10, `${read} rows`)
})

test('a look-up reads a bounded number of the endpoints at which events wait', async (t) => {
  const sql = await openFixedPlans(t)
  const accountId = newUuid()
  await sql`
    insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint, due_at,
      created_at)
    select ${accountId}, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1,
      ${endpoint} || n || '/hook', ${endpoint} || n, ${clock.now()}, ${clock.now()}
    from generate_series(1, 1200) n`
  await sql`vacuum (analyze) deliveries`
  const found = new Set<string>()
  let after: DueQueue | undefined
  for (const count of [500, 500, 200]) {
    const before = await rowsRead(sql)
    const { due, last } = await dueQueues({ sql, clock }, { limit: 500, after })
    const read = (await rowsRead(sql)) - before
    assert.equal(due.length, count)
    assert.ok(read <= count * 10, `${read} rows`)
    for (const queue of due) found.add(queue.endpoint)
    after = last
  }
  assert.equal(after, undefined)
  assert.equal(found.size, 1_200)
  assert.equal((await dueEndpoints({ sql, clock }, accountId)).length, 1_000)
})

test('an event behind one that is retried does not wait for a worker', async (t) => {
  const sql = await openFixedPlans(t)
  const [accountId, objectId] = [newUuid(), newUuid()]
  const dueAfter = (minutes: number) => new Date(clock.now().getTime() + 60_000 * minutes)
  for (const [sequence, dueAt] of [dueAfter(60), dueAfter(-10), dueAfter(-5)].entries())
    await sql`
      insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint, due_at,
        created_at)
      values (${accountId}, ${newUuid()}, ${newUuid()}, ${objectId}, ${sequence},
        ${`${endpoint}/hook`}, ${endpoint}, ${dueAt}, ${clock.now()})`
  const ready = () => sql`${readyDeliveries({ sql, clock })}`
  assert.deepEqual(await ready(), [{ due: 0, seconds: null }])
  await sql`update deliveries set due_at = ${clock.now()} where sequence = 0`
  const overAt = clock.now()
  await deliver(sql, await take(sql, accountId))
  assert.equal((await ready())[0]?.due, 1)
  const [next] = await take(sql, accountId)
  assert.equal(next?.sequence, 1)
  assert.ok(next.dueAt >= overAt)
})

test('a claim changes no index', async (t) => {
  const sql = await openFixedPlans(t)
  const accountId = newUuid()
  await owe(sql, accountId, 300)
  assert.equal((await take(sql, accountId)).length, 8)
  await sql`select pg_stat_force_next_flush()`
  const [updates] = await sql<{ all: number; withinPage: number }[]>`
    select sum(n_tup_upd)::int8 as all, sum(n_tup_hot_upd)::int8 as "withinPage"
    from pg_stat_user_tables
    where relid in (select relid from pg_partition_tree('deliveries'))`
  assert.deepEqual(updates, { all: 8, withinPage: 8 })
})

test('an event of an account without an endpoint reads two pages of an index', async (t) => {
  const sql = await openFixedPlans(t)
  await sql`set enable_seqscan = off` // As on the connections of the journal.
  await sql`
    with others as (
      insert into accounts (id, name, document, settings)
      select gen_random_uuid(), 'Loja', '12345678909', '{}' from generate_series(1, 5000)
      returning id
    )
    insert into webhook_endpoints (account_id, id, url, origin, event_types, created_at, updated_at)
    select id, gen_random_uuid(), ${endpoint}, ${endpoint}, array['*'], now(), now() from others`
  await sql`analyze webhook_endpoints`
  const event = {
    id: newUuid(),
    accountId: newUuid(),
    objectType: 'transaction',
    objectId: newUuid(),
    version: 1,
    type: 'transaction.paid',
    payload: '{}',
    occurredAt: clock.now(),
  } as const
  const { reading } = await readingOf(sql, (explained) => fanOutWriter.write(explained, [event]))
  // The root and a leaf.
  assert.deepEqual(reading, { rows: 0, pages: 2 })
})

test('the indexes of deliveries are those that the decision lists', async (t) => {
  const { sql, close } = await openTestDatabase()
  t.after(close)
  const page = join(import.meta.dirname, '../../docs/decisions/webhook-slots.md')
  const named = (await readFile(page, 'utf8')).matchAll(/^\| `(deliveries_\w+)` \|/gm)
  const indexes = await sql<{ name: string }[]>`
    select indexname as name
    from pg_indexes
    where schemaname = 'public' and tablename = 'deliveries'`
  assert.deepEqual(
    indexes.map(({ name }) => name).sort(),
    [...named].map(([, name]) => name).sort(),
  )
})
