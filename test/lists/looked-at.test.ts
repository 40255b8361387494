import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { accountAudit, operatorAudit } from '../../src/audit-log/audit-list-store.ts'
import { casePage } from '../../src/cases/case-store.ts'
import { mostLookedAt } from '../../src/db/looked-page.ts'
import type { Sql } from '../../src/db/pool.ts'
import type { Fragment } from '../../src/db/statement.ts'
import { type DeadlineCursor, disputesByDeadline } from '../../src/disputes/operator-list-store.ts'
import { disputesDue } from '../../src/overview/operator-store.ts'
import { newId } from '../../src/primitives/id.ts'
import { searchTransactions } from '../../src/transactions/search/search-transactions.ts'
import { deliveryPage } from '../../src/webhooks/delivery-list-store.ts'
import { openTestDatabase, type TestDatabase } from '../kit/database.ts'
import { readingOf } from '../kit/rows-read.ts'
import { expectSmallAccounts } from '../kit/small-accounts.ts'

/*
 * Lists with filters that have no index. The rare rows are the oldest of an account, so a page that
 * reads on until it is full reads all rows.
 */
const size = 4_500
const rare = 3
const limit = 20
const account = randomUUID()
const searched = randomUUID()
const provider = randomUUID()
const startMs = Date.parse('2026-01-01T00:00:00Z')
const minutes = Array.from({ length: size }, (_, index) => index)
const instant = (minute: number) => new Date(startMs + minute * 60_000)

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
  await database.sql.begin(
    async (tx) => {
      const sql = tx as Sql
      const ids = () => minutes.map((minute) => newId(instant(minute).getTime()))
      const numbered = sql`
        unnest(${ids()}::uuid[], ${ids()}::uuid[], ${minutes.map(instant)}::timestamptz[])
          with ordinality as each (id, entry_id, at, n)`
      await fillLog(sql, numbered)
      await fillOperator(sql, numbered)
      await fillSearch(sql, numbered)
      await expectSmallAccounts(sql)
      await sql`analyze`
    },
    { statementMs: 0 },
  )
})
after(() => database.close())

/** Events, their deliveries, and audit entries. The first ones have a rare type and actor. */
async function fillLog(sql: Sql, numbered: Fragment): Promise<void> {
  await sql`
    insert into events (account_id, id, object_type, object_id, version, type, payload,
      occurred_at, position, actor)
    select ${account}, id, 'transaction', gen_random_uuid(), 1,
      case when n <= ${rare}::int then 'transaction.chargedback' else 'transaction.paid' end,
      '{}', at, n,
      jsonb_build_object('kind', case when n <= ${rare}::int then 'key' else 'provider' end)
    from ${numbered}`
  await sql`
    insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint, state,
      due_at, created_at)
    select account_id, gen_random_uuid(), id, object_id, 1, 'https://a.com/', 'https://a.com',
      'delivered', occurred_at, occurred_at
    from events`
  await sql`
    insert into audit_entries (account_id, id, number, at, content, content_hash, hash)
    select ${account}, entry_id, n, at,
      json_build_object('action', 'key.created', 'actor', json_build_object(
        'kind', case when n <= ${rare}::int then 'cli' else 'person' end),
        'object', '{}'::json)::text,
      '', int8send(n)
    from ${numbered}`
}

/** Disputes and cases. The first ones have a rare status and kind. */
async function fillOperator(sql: Sql, numbered: Fragment): Promise<void> {
  await sql`
    insert into providers (id, kind, name, sealed, callback_digest)
    values (${provider}, 'cielo', 'Cielo', '', '')`
  await sql`
    insert into transactions (account_id, id, version, status, method, amount, installments, fee,
      provider_id, secure_id, facts, created_at, updated_at, paid_at)
    values (${account}, ${account}, 2, 'PAID', 'PIX', 100, 1, 0, ${provider}, 'page', '{}', now(),
      now(), now())`
  await sql`
    insert into disputes (account_id, id, version, transaction_id, kind, status, provider_id,
      case_id, amount, holds, held, short, facts, opened_at, answer_by, decided_at, updated_at)
    select ${account}, id, 2, ${account}, 'chargeback', status, ${provider}, 'case-' || n, 100,
      '[]', 0, false, '{}', at,
      case when n % 2 = 0 then timestamptz '2027-01-01' - n * interval '1 hour' end,
      case when status in ('WON', 'LOST') then at end, at
    from (
      select *, case when n <= ${rare}::int then 'LOST'
        when n <= ${2 * rare}::int then 'UNDER_REVIEW'
        when n <= ${3 * rare}::int then 'NEEDS_RESPONSE' else 'WON' end as status
      from ${numbered}) as generated`
  await sql`
    insert into reconciliation_cases (id, provider_id, kind, subject, account_id, status,
      resolved_at, resolution, opened_at)
    select id, ${provider}, case when n <= ${rare}::int then 'sale-unknown' else 'sale-doubled' end,
      n::text, ${account}, case when n <= ${rare}::int then 'OPEN' else 'RESOLVED' end,
      case when n > ${rare}::int then at end, case when n > ${rare}::int then 'agreed' end, at
    from ${numbered}`
}

/** Payments of one customer. The first ones have a rare status. */
async function fillSearch(sql: Sql, numbered: Fragment): Promise<void> {
  await sql`
    insert into transactions (account_id, id, version, status, method, amount, installments, fee,
      provider_id, secure_id, facts, created_at, updated_at)
    select ${searched}, id, 2,
      case when n <= ${rare}::int then 'CANCELED' else 'WAITING_PAYMENT' end, 'PIX', 100, 1, 0,
      ${provider}, 'page-' || n, '{}', at, at
    from ${numbered}`
  await sql`
    insert into search_terms (account_id, term, created_at, transaction_id)
    select account_id, 'maria', created_at, id from transactions where account_id = ${searched}`
}

interface Found<Place> {
  readonly rows: number
  readonly next: Place | undefined
}

/** Reads every page, each of which looks at a bounded number of rows. Returns how many it found. */
async function walk<Place>(
  read: (sql: Sql, place: { readonly after?: Place }) => Promise<Found<Place>>,
  most: number,
): Promise<{ readonly found: number; readonly pages: number }> {
  let [found, pages] = [0, 0]
  for (let after: Place | undefined; ; pages += 1) {
    const place = after === undefined ? {} : { after }
    const { result, reading } = await readingOf(database.sql, (sql) => read(sql, place))
    assert.ok(reading.rows <= most, `page ${pages} read ${reading.rows} rows`)
    found += result.rows
    after = result.next
    if (after === undefined) return { found, pages: pages + 1 }
  }
}

const inParts = { found: rare, pages: Math.ceil(size / mostLookedAt) }

test('deliveries of a rare type are found in parts', async () => {
  const types = ['transaction.chargedback']
  const read = async (sql: Sql, place: object) => {
    const { rows, end } = await deliveryPage(sql, account, { types, limit, ...place })
    return { rows: rows.length, next: end }
  }
  assert.deepEqual(await walk(read, 2 * mostLookedAt + limit), inParts)
})

test('a search that many payments match looks at two pages of them', async () => {
  const search = { text: 'maria', terms: ['maria'] }
  const { result, reading } = await readingOf(database.sql, (sql) =>
    searchTransactions(sql, searched, { search }, { limit }),
  )
  assert.equal(result.rows.length, limit)
  assert.ok(reading.rows <= 2 * 2 * limit, `read ${reading.rows} rows`)
})

test('a search with a rare status is found in parts', async () => {
  const search = { text: 'maria', terms: ['maria'] }
  const read = async (sql: Sql, place: object) => {
    const filter = { search, statuses: ['CANCELED'] as const }
    const { rows, end } = await searchTransactions(sql, searched, filter, { limit, ...place })
    return { rows: rows.length, next: end }
  }
  assert.deepEqual(await walk(read, 2 * mostLookedAt + limit), inParts)
})

test('audit lines of a rare actor are found in parts, of entries and events alike', async () => {
  for (const kind of ['cli', 'key'] as const) {
    const read = async (sql: Sql, place: object) => {
      const { lines, end } = await accountAudit(sql, account, { by: [kind], limit, ...place })
      return { rows: lines.length, next: end }
    }
    const { found, pages } = await walk(read, 2 * mostLookedAt + limit)
    assert.equal(found, rare, kind)
    assert.ok(pages >= inParts.pages, `${kind}: ${pages} pages`)
  }
  const everyAccount = async (sql: Sql, place: object) => {
    const { lines, end } = await operatorAudit(sql, { by: ['cli'], limit, ...place })
    return { rows: lines.length, next: end }
  }
  assert.deepEqual(await walk(everyAccount, mostLookedAt + limit), inParts)
})

test('a period of the audit log is a range, with both of its ends', async () => {
  const middle = { from: instant(size / 2), to: instant(size / 2 + 4) }
  const { result, reading } = await readingOf(database.sql, (sql) =>
    accountAudit(sql, account, { ...middle, limit }),
  )
  assert.deepEqual(
    [...new Set(result.lines.map(({ at }) => at.toISOString()))],
    [4, 3, 2, 1, 0].map((minute) => instant(size / 2 + minute).toISOString()),
  )
  assert.equal(result.lines.length, 2 * 5)
  assert.ok(reading.rows <= 2 * limit, `read ${reading.rows} rows`)
  const { lines } = await operatorAudit(database.sql, { to: instant(0), limit })
  assert.deepEqual(
    lines.map(({ at }) => at),
    [instant(0)],
  )
})

test('pages of the audit log leave out and repeat no line', async () => {
  const seen: string[] = []
  for (let after: string | undefined; ; ) {
    const { lines } = await accountAudit(database.sql, account, {
      ...{ to: instant(29), limit: 7 },
      ...(after !== undefined && { after }),
    })
    if (lines.length === 0) break
    seen.push(...lines.map(({ id }) => id))
    after = lines.at(-1)?.id
  }
  assert.equal(seen.length, 2 * 30)
  assert.deepEqual(seen, [...new Set(seen)].toSorted().toReversed())
})

test('disputes of all accounts by status read a page, sorted by deadline', async () => {
  for (const [statuses, expected] of [
    [['LOST'], rare],
    [['UNDER_REVIEW', 'NEEDS_RESPONSE'], 2 * rare],
    [['WON'], limit],
    [undefined, limit],
  ] as const) {
    const { result, reading } = await readingOf(database.sql, (sql) =>
      disputesByDeadline(sql, { limit, ...(statuses && { statuses }) }),
    )
    assert.equal(result.length, expected, String(statuses))
    assert.ok(reading.rows <= 2 * limit + 3 * rare, `${statuses} read ${reading.rows} rows`)
  }
  const due = await readingOf(database.sql, (sql) =>
    Promise.resolve(disputesDue(sql, new Date(0), limit)),
  )
  assert.equal(due.result.length, rare)
  assert.ok(due.reading.rows <= rare, `read ${due.reading.rows} rows`)
})

test('pages of all disputes follow each other from the open ones to the decided ones', async () => {
  const whole = await disputesByDeadline(database.sql, { limit: size })
  const seen: string[] = []
  for (let after: DeadlineCursor | undefined; seen.length < 60; ) {
    const rows = await disputesByDeadline(database.sql, { limit: 4, ...(after && { after }) })
    seen.push(...rows.map(({ id }) => id))
    const last = rows.at(-1)
    if (!last) break
    const { decidedAt, answerBy, id } = last
    after = { isDecided: decidedAt !== undefined, id, ...(answerBy && { answerBy }) }
  }
  assert.deepEqual(
    seen,
    whole.slice(0, seen.length).map(({ id }) => id),
  )
  assert.deepEqual(
    whole.map(({ decidedAt }) => decidedAt !== undefined),
    whole.map((_, index) => index >= 2 * rare),
  )
})

test('cases of a rare status read a page, those of a rare kind are found in parts', async () => {
  const open = await readingOf(database.sql, (sql) =>
    casePage(sql, { statuses: ['OPEN'] }, { limit }),
  )
  assert.equal(open.result.rows.length, rare)
  assert.ok(open.reading.rows <= limit, `read ${open.reading.rows} rows`)
  for (const filter of [
    { kinds: ['sale-unknown'] },
    { accountId: account, statuses: ['OPEN'] },
    { providerId: provider, kinds: ['sale-unknown'] },
  ] as const) {
    const read = async (sql: Sql, place: object) => {
      const { rows, end } = await casePage(sql, filter, { limit, ...place })
      return { rows: rows.length, next: end }
    }
    assert.deepEqual(await walk(read, 2 * mostLookedAt), inParts, JSON.stringify(filter))
  }
})
