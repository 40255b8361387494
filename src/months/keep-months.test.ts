import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { openTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { until } from '../../test/kit/time-limit.ts'
import { openJournal, WriteConflict } from '../journal/journal.ts'
import type { Clock } from '../primitives/clock.ts'
import { newId } from '../primitives/id.ts'
import { dropMonth, exportMonth } from './export-month.ts'
import { keepMonths } from './keep-months.ts'
import { type MonthlyTable, monthlyTables, type TableMonth } from './month.ts'
import { addMonth, detachMonth, monthSizes, storedMonths } from './month-store.ts'

let database: TestDatabase
let folder: string
before(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'guiche-months-'))
})
after(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const accountId = newId(0)
const log = { info: () => {} }
const clockAt = (at: string): Clock => ({ now: () => new Date(at) }) as Clock
const keep = (at: string, keptMonths = {}) =>
  keepMonths({ sql: database.sql, clock: clockAt(at), config: { keptMonths }, log })

const monthsOf = async (table: string) =>
  (await storedMonths(database.sql)).filter((each) => each.table === table)

async function addEvent(at: string, objectId = newId(0), version = 1): Promise<string> {
  const occurredAt = new Date(at)
  const id = newId(occurredAt.getTime())
  await openJournal({ sql: database.sql }).record({
    writes: [],
    event: {
      ...{ accountId, id, objectId, version, occurredAt },
      objectType: 'transaction',
      type: 'transaction.paid',
      payload: '{"note":"one, \\"two\\"\\n"}',
    },
  })
  return id
}

const homeOf = async (id: string) => {
  const [row] = await database.sql<{ home: string }[]>`
    select tableoid::regclass::text as home from events where id = ${id}`
  return row?.home
}

test('workers that keep the months at once add each of them once', async () => {
  const added = await Promise.all([1, 2, 3].map(() => keep('2031-12-31T23:59:59Z')))
  assert.equal(
    added.reduce((sum, each) => sum + each, 0),
    4 * 3 + 1,
  )
  assert.equal(await keep('2031-12-31T23:59:59Z'), 0)
  assert.deepEqual((await monthsOf('deliveries')).map(({ month }) => month).slice(-3), [
    '2031-12-01',
    '2032-01-01',
    '2032-02-01',
  ])
})

test('a line of a file of the previous month has its month', async () => {
  await keep('2031-12-03T12:00:00Z')
  const [row] = await database.sql<{ home: string }[]>`
    insert into settlement_lines (provider_id, sequence, line, month, kind)
    values (${newId(0)}, 1, 1, '2031-11-01', 'sale')
    returning tableoid::regclass::text as home`
  assert.equal(row?.home, 'months.settlement_lines_2031_11')
})

test('a row is in the month of its instant, and beside the months if there is none', async () => {
  assert.equal(await homeOf(await addEvent('2031-12-31T23:59:59.999Z')), 'months.events_2031_12')
  assert.equal(await homeOf(await addEvent('2032-01-01T00:00:00Z')), 'months.events_2032_01')
  assert.equal(await homeOf(await addEvent('2035-05-05T00:00:00Z')), 'months.events_other')
  assert.equal(await addMonth(database.sql, { table: 'events', month: '2035-05-01' }), false)
  assert.equal(await addMonth(database.sql, { table: 'events', month: '2035-06-01' }), true)
  const other = (await monthSizes(database.sql)).find((each) => each.month === null)
  assert.ok(other)
})

/** Adds a row of May 2035, which is a month of no table. */
const addRow: Readonly<Record<MonthlyTable, () => Promise<unknown>>> = {
  events: () => addEvent(later),
  deliveries: () => database.sql`
    insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint, due_at)
    values (${accountId}, ${laterId()}, ${newId(0)}, ${newId(0)}, 1, 'https://a.example/hook',
      'https://a.example', ${later})`,
  delivery_attempts: () => database.sql`
    insert into delivery_attempts (account_id, delivery_id, number, at, duration_ms)
    values (${accountId}, ${laterId()}, 1, ${later}, 5)`,
  settlement_lines: () => database.sql`
    insert into settlement_lines (provider_id, sequence, line, month, kind)
    values (${newId(0)}, 1, 1, '2035-05-01', 'sale')`,
}
const later = '2035-05-06T00:00:00Z'
const laterId = () => newId(Date.parse(later))

const rowsOf = async (partition: string) => {
  const [row] = await database.sql<{ rows: number }[]>`
    select count(*)::int as rows from months.${database.sql(partition)}`
  return row?.rows
}

/** What is set for a partition, and its indexes. */
const formOf = (partition: string) => database.sql`
  select reloptions,
    array(
      select attoptions::text from pg_attribute where attrelid = c.oid order by attnum
    ) as columns,
    array(select tgname from pg_trigger where tgrelid = c.oid order by 1) as triggers,
    array(select indexrelid::int8 from pg_index where indrelid = c.oid order by 1) as indexes
  from pg_class c
  where oid = to_regclass('months.' || ${partition})`

/** The blocks of the guide: for every table, and the other insert of the deliveries. */
async function stepsOfGuide(): Promise<readonly string[]> {
  const page = await readFile(join(import.meta.dirname, '../../docs/operating/data.md'), 'utf8')
  const section = /## Rows without a month\n(.*?)\n## /s.exec(page)?.[1] ?? ''
  return [...section.matchAll(/```sql\n(.*?)```/gs)].map(([, block = '']) => block)
}

for (const table of Object.keys(monthlyTables) as MonthlyTable[])
  test(`the steps of the guide move ${table} to their month`, async () => {
    const { sql } = database
    const [everyTable = '', ofDeliveries = ''] = await stepsOfGuide()
    const [move = '', vacuum = ''] = everyTable
      .replaceAll('events', table)
      .replace('2026-11-01', '2035-05-01')
      .replace('insert into deliveries select * from waiting;\n', ofDeliveries)
      .split(/(?<=commit;\n)/)
    const other = `${table}_other`
    await addRow[table]()
    const [rows, form] = [await rowsOf(other), await formOf(other)]
    await sql.unsafe(move)
    assert.equal(await rowsOf(`${table}_2035_05`), rows)
    assert.deepEqual(await formOf(other), form)
    await until('the partition of other months is empty', async () => {
      await sql.unsafe(vacuum)
      const [size] = await sql<{ bytes: number }[]>`
        select pg_relation_size(to_regclass('months.' || ${other})) as bytes`
      return size?.bytes === 0
    })
  })

test('the steps of the guide name every column of a delivery that is not computed', async () => {
  const [, ofDeliveries = ''] = await stepsOfGuide()
  const [row] = await database.sql<{ names: string }[]>`
    select string_agg(attname, ', ' order by attnum) as names
    from pg_attribute
    where attrelid = 'deliveries'::regclass and attnum > 0 and attgenerated = ''
      and not attisdropped`
  assert.equal(
    ofDeliveries.replaceAll(/\s+/g, ' ').trim(),
    `insert into deliveries (${row?.names}) select ${row?.names} from waiting;`,
  )
})

test('a table is as before after its rows were moved', async () => {
  const { sql } = database
  await assert.rejects(sql`truncate months.events_other`, /append-only/)
  assert.equal(await homeOf(await addEvent('2037-05-05T00:00:00Z')), 'months.events_other')
})

test('history stays append-only in every month', async () => {
  const id = await addEvent('2032-01-15T00:00:00Z')
  const { sql } = database
  await assert.rejects(sql`update events set payload = '{}' where id = ${id}`, /append-only/)
  await assert.rejects(sql`delete from events where id = ${id}`, /append-only/)
  await assert.rejects(sql`truncate months.events_2032_01`, /append-only/)
})

test('a month stays while it is one of the last three', async () => {
  const [{ month } = { month: '' }] = await monthsOf('events')
  await assert.rejects(
    detachMonth(database.sql, { table: 'events', month }),
    /a month of the last three stays/,
  )
})

const old: TableMonth = { table: 'events', month: '2020-02-01' }

test('a month whose retention has ended is exported, compared and dropped', async () => {
  const { sql } = database
  const clock = clockAt('2026-11-26T00:00:00Z')
  assert.equal(await addMonth(sql, old), true)
  const objectId = newId(0)
  const ids: string[] = []
  for (let version = 1; version <= 3; version += 1)
    ids.push(await addEvent(`2020-02-0${version}T00:00:00Z`, objectId, version))
  await keep('2026-11-26T00:00:00Z')
  assert.equal(await keep('2026-11-26T00:00:00Z', { events: 24 }), 1)
  assert.equal(await homeOf(ids[0] ?? ''), undefined)

  // A version stays taken after its event is gone.
  await assert.rejects(addEvent('2032-01-01T00:00:00Z', objectId, 3), WriteConflict)
  await addEvent('2032-01-01T00:00:00Z', objectId, 4)

  assert.equal(await dropMonth(sql, old, folder), 'no-export')
  const manifest = await exportMonth({ sql, clock }, old, folder)
  assert.equal(manifest?.rows, 3)
  const path = join(folder, 'events_2020_02.csv.gz')
  const whole = await readFile(path)
  const [head, first] = gunzipSync(whole).toString().split('\n')
  assert.equal(head, manifest?.columns.join(','))
  assert.match(first ?? '', new RegExp(`^${accountId},${ids[0]},transaction,${objectId},1,`))
  assert.match(first ?? '', /"\{""note"":""one, \\""two\\""\\n""\}",2020-02-01 00:00:00\+00,/)

  await writeFile(path, whole.subarray(0, -1))
  assert.equal(await dropMonth(sql, old, folder), 'file-differs')
  await writeFile(path, whole)
  await sql.unsafe(`update detached.events_2020_02 set version = 7 where id = '${ids[2]}'`)
  assert.equal(await dropMonth(sql, old, folder), 'table-differs')
  await exportMonth({ sql, clock }, old, folder)
  assert.equal(await dropMonth(sql, old, folder), undefined)
  assert.equal(await dropMonth(sql, old, folder), 'no-month')
  assert.equal(await exportMonth({ sql, clock }, old, folder), undefined)
})

test('an export reads every batch of a large month once', async () => {
  const { sql } = database
  await addMonth(sql, { table: 'delivery_attempts', month: '2020-03-01' })
  await sql`
    insert into delivery_attempts (account_id, delivery_id, number, at, duration_ms, excerpt)
    select ${accountId}, lowest_id('2020-03-02'), n, '2020-03-02', n,
      case when n % 2 = 0 then '' end
    from generate_series(1, 12000) as n`
  const month: TableMonth = { table: 'delivery_attempts', month: '2020-03-01' }
  await detachMonth(sql, month)
  const manifest = await exportMonth({ sql, clock: clockAt('2026-11-26T00:00:00Z') }, month, folder)
  assert.equal(manifest?.rows, 12_000)
  const lines = gunzipSync(await readFile(join(folder, 'delivery_attempts_2020_03.csv.gz')))
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1)
  assert.equal(new Set(lines).size, 12_000)
  assert.match(lines[0] ?? '', /,1,,$/)
  assert.match(lines[1] ?? '', /,2,,""$/)
  assert.equal(await dropMonth(sql, month, folder), undefined)
})

test('the role of the gateway adds and detaches months, and can read and drop none', async () => {
  const { sql } = database
  const role = 'pg_monitor' // Any role that owns nothing is suitable. Every server has this one.
  await sql`select restrict_to_append(${role})`
  const [rights] = await sql`
    select has_function_privilege(${role}, 'add_month(name, date)', 'execute') as adds,
      has_function_privilege(${role}, 'detach_month(name, date)', 'execute') as detaches,
      has_function_privilege('public', 'detach_month(name, date)', 'execute') as "anyRoleDetaches",
      has_schema_privilege(${role}, 'months', 'usage') as months,
      has_schema_privilege(${role}, 'detached', 'usage') as detached`
  assert.deepEqual(rights, {
    adds: true,
    detaches: true,
    anyRoleDetaches: false,
    months: false,
    detached: false,
  })
  await assert.rejects(
    addMonth(sql, { table: 'accounts' as 'events', month: '2020-04-01' }),
    /accounts is not partitioned by month/,
  )
})
