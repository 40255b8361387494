import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPool, type Sql } from '../src/db/pool.ts'
import { openJournal } from '../src/journal/journal.ts'
import { dropMonth, exportMonth } from '../src/months/export-month.ts'
import { addMonth, detachMonth } from '../src/months/month-store.ts'
import { monotonicMs, systemClock } from '../src/primitives/clock.ts'
import { newId } from '../src/primitives/id.ts'
import { createChange } from '../src/transactions/transaction-change.ts'
import { takeDueDeliveries } from '../src/webhooks/delivery-store.ts'
import { feedPage } from '../src/webhooks/event-feed-store.ts'
import { someTransaction } from '../test/kit/some-transaction.ts'
import { cpuPerThousand, cpuTimes } from './cpu-times.ts'
import { openBenchDatabase } from './database.ts'
import { type Answer, type Rate, ratio, slowRate } from './measure.ts'

const clock = systemClock()
const months = 12
const accounts = 100
const fewRows = 10_000
const rowsAtOnce = 1_000_000
const warmUpCalls = 50
const calls = 550
const endpoint = 'https://loja.example:443'

/**
 * A sale, a page of events and a claim of a delivery with `rows` events and `rows` deliveries in
 * twelve months, compared with 10,000 of each. Then what it costs to add, detach, export and drop a
 * month. Compared is the processor time of PostgreSQL, because the time of a call depends on what
 * else runs.
 */
export async function growth({ rows }: { readonly rows: number }): Promise<Answer> {
  const few = await inDatabase(fewRows, (sql, accountIds) => timed(sql, accountIds, fewRows))
  return inDatabase(rows, async (sql, accountIds) => {
    const many = await timed(sql, accountIds, rows)
    const [size] = await sql<{ share: number; bytes: number }[]>`
      select pg_total_relation_size('object_versions')::float8 / sum(pg_total_relation_size(relid))
          as share,
        pg_total_relation_size('object_versions')::float8 / ${rows} as bytes
      from pg_partition_tree('events')`
    return {
      bench: 'growth',
      question: `${rows} events and ${rows} deliveries in ${months} months, ${accounts} accounts`,
      rates: [...few, ...many, ...(await stepsOfMonth(sql))],
      ratios: [
        ...many.map((rate, index) =>
          ratio(`CPU, ${rate.name} / ${fewRows}`, cpuOf(rate) / cpuOf(few[index]), { atMost: 2 }),
        ),
        ratio('bytes of object_versions / those of events', size?.share ?? Number.NaN, {
          atMost: 0.5,
        }),
        ratio('bytes of object_versions an object', size?.bytes ?? Number.NaN, { atMost: 200 }),
      ],
    }
  })
}

const cpuOf = (rate: Rate | undefined): number => rate?.cpu?.PostgreSQL ?? Number.NaN

async function inDatabase<Result>(
  rows: number,
  work: (sql: Sql, accountIds: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const { url, close } = await openBenchDatabase()
  const sql = openPool({ url, max: 4, applicationName: 'guiche-bench', statementMs: 0 })
  try {
    const accountIds = Array.from({ length: accounts }, () => newId(clock.now().getTime()))
    await addFunctions(sql, rows)
    for (let month = 0; month < months; month += 1)
      for (const table of ['events', 'deliveries'] as const)
        await addMonth(sql, { table, month: monthOf(month) })
    await fill(sql, accountIds, rows)
    return await work(sql, accountIds)
  } finally {
    await sql.end()
    await close()
  }
}

async function stepsOfMonth(sql: Sql): Promise<readonly Rate[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-bench-months-'))
  const month = { table: 'deliveries', month: monthOf(0) } as const
  const steps = [
    await step('add a month', () => addMonth(sql, { ...month, month: monthOf(months) })),
    await step('detach a month', () => detachMonth(sql, month)),
    await step('export a month', () => exportMonth({ sql, clock }, month, folder)),
    await step('drop a month after its comparison', async () => {
      const problem = await dropMonth(sql, month, folder)
      if (problem) throw new Error(problem)
    }),
  ]
  await rm(folder, { recursive: true })
  return steps
}

/** The first day of a month, counted from eleven months before the current one. */
function monthOf(index: number): string {
  const now = clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1 + index, 1))
    .toISOString()
    .slice(0, 'yyyy-mm-dd'.length)
}

/** Row `n` of `rows` is spread over the months up to now, and over the accounts. */
async function addFunctions(sql: Sql, rows: number): Promise<void> {
  await sql.unsafe(`
    create function bench_id(n bigint) returns uuid language sql immutable as $$
      select (left(lowest_id(timestamptz '${monthOf(0)}'
        + n * (timestamptz '${clock.now().toISOString()}' - timestamptz '${monthOf(0)}') / ${rows}
      )::text, 14) || '7' || substr(md5(n::text), 1, 3)
        || '-8' || substr(md5(n::text), 4, 3) || '-' || substr(md5(n::text), 7, 12))::uuid
    $$`)
}

async function fill(sql: Sql, accountIds: readonly string[], rows: number): Promise<void> {
  for (let from = 1; from <= rows; from += rowsAtOnce) {
    const to = Math.min(rows, from + rowsAtOnce - 1)
    const numbered = sql`
      select (${[...accountIds]}::uuid[])[1 + n % ${accounts}] as account_id, bench_id(n) as id,
        md5('object ' || n)::uuid as object_id, n / ${accounts} + 1 as position
      from generate_series(${from}::bigint, ${to}::bigint) as n`
    await sql`
      insert into events (account_id, id, object_type, object_id, version, type, payload,
        occurred_at, position)
      select account_id, id, 'transaction', object_id, 1, 'transaction.paid', '{}', now(), position
      from (${numbered}) as e`
    await sql`
      insert into object_versions (account_id, object_id, version)
      select account_id, object_id, 1 from (${numbered}) as e`
    await sql`
      insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint, state,
        attempts, due_at, delivered_at, last_status)
      select account_id, id, id, object_id, 1, ${`${endpoint}/`}, ${endpoint}, 'delivered', 1,
        now(), now(), 200
      from (${numbered}) as e`
  }
  await sql`
    insert into event_feeds (account_id, last_position)
    select account_id, ${Math.floor(rows / accounts) + 1}
    from unnest(${[...accountIds]}::uuid[]) as a (account_id)`
  await sql`vacuum (analyze) events, deliveries, object_versions`
}

async function timed(
  sql: Sql,
  accountIds: readonly string[],
  rows: number,
): Promise<readonly Rate[]> {
  const [accountId = ''] = accountIds
  // Those that are due are beside `rows`.
  await sql`
    insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint, due_at)
    select ${accountId}, (left(lowest_id(now())::text, 14) || '7' || substr(md5(n), 1, 3) || '-8'
        || substr(md5(n), 4, 3) || '-' || substr(md5(n), 7, 12))::uuid, gen_random_uuid(),
      gen_random_uuid(), 1, ${`${endpoint}/`}, ${endpoint}, now()
    from (select 'due ' || n as n from generate_series(1, ${2 * calls}::int) as n) as n`
  const journal = openJournal({ sql })
  const links = { baseUrl: 'http://localhost:3000' }
  const claim = { accountId, endpoint, limit: 1, leaseMs: 600_000, isTraced: false }
  const rates = [
    await repeated(`a sale, ${rows}`, () =>
      journal.record(createChange(someTransaction(), { links })),
    ),
    await repeated(`a page of 50 events, ${rows}`, async (call) => {
      const after = (call * 7919) % (rows / accounts - 50)
      const { events } = await feedPage(sql, { accountId, after, types: ['*'], limit: 50 })
      if (events.length !== 50) throw new Error('a page has 50 events')
    }),
    await repeated(`a claim of a delivery, ${rows}`, async () => {
      const taken = await takeDueDeliveries({ sql, clock }, claim)
      if (taken.length !== 1) throw new Error('a delivery is due')
    }),
  ]
  await journal.close()
  return rates
}

async function repeated(name: string, act: (call: number) => Promise<unknown>): Promise<Rate> {
  // These make the plans.
  for (let call = 0; call < warmUpCalls; call += 1) await act(call)
  const times: number[] = []
  const before = cpuTimes()
  for (let call = warmUpCalls; call < calls; call += 1) {
    const startedMs = monotonicMs()
    await act(call)
    times.push(monotonicMs() - startedMs)
  }
  return { ...slowRate(name, times), cpu: cpuPerThousand(before, cpuTimes(), times.length) }
}

async function step(name: string, act: () => Promise<unknown>): Promise<Rate> {
  const startedMs = monotonicMs()
  await act()
  return slowRate(name, [monotonicMs() - startedMs])
}
