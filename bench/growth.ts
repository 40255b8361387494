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
import { readingOf } from '../test/kit/rows-read.ts'
import { someTransaction } from '../test/kit/some-transaction.ts'
import { cpuPerThousand, cpuTimes } from './cpu-times.ts'
import { openBenchDatabase } from './database.ts'
import { addFunctions, fill, type Range } from './fill-lists.ts'
import { type Answer, type Rate, ratio, slowRate } from './measure.ts'

const clock = systemClock()
const months = 12
const accounts = 100
const fewRows = 10_000
const warmUpCalls = 50
const calls = 550
const endpoint = 'https://loja.example:443'

/** How many rows each table has. */
interface Sizes {
  readonly events: number
  readonly deliveries: number
}

/**
 * A sale, a page of events and a claim of a delivery with `rows` events and `rows` deliveries in
 * twelve months, compared with 10,000 of each. Then what it costs to add, detach, export and drop a
 * month of deliveries. Compared are the processor time of PostgreSQL and the pages that it reads,
 * because the time of a call depends on what else runs.
 */
export async function growth({
  rows,
  only,
}: {
  readonly rows: number
  /** The tables that have `rows`; the others have 10,000. Empty: all. */
  readonly only: readonly string[]
}): Promise<Answer> {
  const unknown = only.filter((name) => name !== 'events' && name !== 'deliveries')
  if (unknown.length > 0) throw new Error(`no list ${unknown.join()}: events, deliveries`)
  const sizeOf = (table: string) => (only.length === 0 || only.includes(table) ? rows : fewRows)
  const sizes = { events: sizeOf('events'), deliveries: sizeOf('deliveries') }
  const few = { events: fewRows, deliveries: fewRows }
  const before = await inDatabase(few, (sql, accountIds) => timed(sql, accountIds, few))
  return inDatabase(sizes, async (sql, accountIds) => {
    const many = await timed(sql, accountIds, sizes)
    const bytes = await bytesOf(sql)
    return {
      bench: 'growth',
      question: `${counted(sizes.events)} events and ${counted(sizes.deliveries)} deliveries in
        ${months} months, ${accounts} accounts`.replace(/\s+/g, ' '),
      rates: [...before, ...many, ...(await stepsOfMonth(sql))],
      ratios: [
        // A page of events is compared by what it reads: more than memory holds is read from disk.
        ...[0, 2].map((index) => {
          const share = cpuOf(many[index]) / cpuOf(before[index])
          return ratio(`CPU, ${many[index]?.name} / ${counted(fewRows)}`, share, { atMost: 2 })
        }),
        ratio(
          `pages of tables and indexes, ${many[1]?.name} / ${counted(fewRows)}`,
          (many[1]?.pages ?? Number.NaN) / (before[1]?.pages ?? Number.NaN),
          { atMost: 2 },
        ),
        // Of a list with few rows, the pages that each month has anyway are a large part.
        ...(sizes.events > fewRows
          ? [
              ratio('bytes of object_versions / those of events', bytes.versions / bytes.events, {
                atMost: 0.5,
              }),
              ratio('bytes of object_versions an object', bytes.versions / sizes.events, {
                atMost: 200,
              }),
              ratio('bytes of an event', bytes.events / sizes.events, { atMost: 600 }),
            ]
          : []),
        ...(sizes.deliveries > fewRows
          ? [ratio('bytes of a delivery', bytes.deliveries / sizes.deliveries, { atMost: 900 })]
          : []),
      ],
    }
  })
}

const counted = (rows: number): string => rows.toLocaleString('en-US')

/** Of the tables, with their indexes. */
async function bytesOf(sql: Sql) {
  const [bytes] = await sql<{ versions: number; events: number; deliveries: number }[]>`
    select pg_total_relation_size('object_versions')::float8 as versions,
      (select sum(pg_total_relation_size(relid))::float8
        from pg_partition_tree('events')) as events,
      (select sum(pg_total_relation_size(relid))::float8
        from pg_partition_tree('deliveries')) as deliveries`
  if (!bytes) throw new Error('no sizes')
  return bytes
}

const cpuOf = (rate: Rate | undefined): number => rate?.cpu?.PostgreSQL ?? Number.NaN

async function inDatabase<Result>(
  sizes: Sizes,
  work: (sql: Sql, accountIds: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const { url, close } = await openBenchDatabase()
  const sql = openPool({ url, max: 4, applicationName: 'guiche-bench', statementMs: 0 })
  try {
    const accountIds = Array.from({ length: accounts }, () => newId(clock.now().getTime()))
    for (let month = 0; month < months; month += 1)
      for (const table of ['events', 'deliveries'] as const)
        await addMonth(sql, { table, month: monthOf(month) })
    await fillTables(url, accountIds, sizes)
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

/** The rows are spread over the months up to now, and over the accounts. */
async function fillTables(url: string, accountIds: readonly string[], sizes: Sizes): Promise<void> {
  const sql = openPool({ url, max: 1, applicationName: 'guiche-bench', statementMs: 0 })
  for (const setting of ['synchronous_commit = off', "maintenance_work_mem = '1GB'"])
    await sql.unsafe(`set ${setting}`)
  const nowMs = clock.now().getTime()
  const days = (nowMs - Date.parse(monthOf(0))) / 86_400_000
  const holder = `('{${accountIds.join()}}'::uuid[])[1 + n % ${accounts}]`
  for (const { table, of, insert } of filled) {
    await addFunctions(sql, { rows: sizes[of], days, holder, nowMs })
    await fill(sql, table, sizes[of], (range) => insert(sql, range))
  }
  await sql`
    insert into event_feeds (account_id, last_position)
    select account_id, ${Math.floor(sizes.events / accounts) + 1}
    from unnest(${[...accountIds]}::uuid[]) as a (account_id)`
  await sql`checkpoint`
  await sql.end()
}

const filled: readonly {
  readonly table: string
  readonly of: keyof Sizes
  insert(sql: Sql, range: Range): PromiseLike<unknown>
}[] = [
  {
    table: 'events',
    of: 'events',
    insert: (sql, { from, to }) => sql`
      insert into events (account_id, id, object_type, object_id, version, type, payload,
        occurred_at, position)
      select bench_holder(n), bench_id('event', n), 'transaction', bench_id('object', n), 1,
        'transaction.paid', '{}', bench_at(n), n / ${accounts} + 1
      from generate_series(${from}::bigint, ${to}::bigint) as n`,
  },
  {
    table: 'object_versions',
    of: 'events',
    insert: (sql, { from, to }) => sql`
      insert into object_versions (account_id, object_id, version)
      select bench_holder(n), bench_id('object', n), 1
      from generate_series(${from}::bigint, ${to}::bigint) as n`,
  },
  {
    table: 'deliveries',
    of: 'deliveries',
    insert: (sql, { from, to }) => sql`
      insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint, state,
        attempts, created_at, due_at, delivered_at, last_status)
      select bench_holder(n), bench_id('event', n), bench_id('event', n), bench_id('object', n), 1,
        ${`${endpoint}/`}, ${endpoint}, 'delivered', 1, bench_at(n), bench_at(n), bench_at(n), 200
      from generate_series(${from}::bigint, ${to}::bigint) as n`,
  },
]

async function timed(
  sql: Sql,
  accountIds: readonly string[],
  sizes: Sizes,
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
  const newest = sizes.events / accounts - 50
  const feedAfter = (after: number) => {
    return { accountId, after: Math.floor(after), types: ['*'], limit: 50 }
  }
  const rates = [
    await repeated(`a sale, ${counted(sizes.events)} events`, () =>
      journal.record(createChange(someTransaction(), { links })),
    ),
    {
      ...(await repeated(`a page of 50 events of ${counted(sizes.events)}`, async (call) => {
        const { events } = await feedPage(sql, feedAfter((call * 7919) % newest))
        if (events.length !== 50) throw new Error('a page has 50 events')
      })),
      pages: (await readingOf(sql, (explained) => feedPage(explained, feedAfter(newest / 2))))
        .reading.pages,
    },
    await repeated(`a claim of a delivery of ${counted(sizes.deliveries)}`, async () => {
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
