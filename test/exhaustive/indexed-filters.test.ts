import assert from 'node:assert/strict'
import { createHash, randomUUID as newUuid } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newestApprovals } from '../../src/approvals/approval-store.ts'
import { operatorScope } from '../../src/audit-log/audit-entry.ts'
import { cashoutList, waitingCashouts } from '../../src/cashout/cashout-store.ts'
import { sessionList } from '../../src/checkout/checkout-session-store.ts'
import { linkPage } from '../../src/checkout/payment-link-store.ts'
import type { Sql } from '../../src/db/pool.ts'
import type { Statement } from '../../src/db/statement.ts'
import { disputeList } from '../../src/disputes/dispute-store.ts'
import { listApprovals } from '../../src/http/admin/approvals.ts'
import type { ApiRequest, RequestContext } from '../../src/http/request/endpoint.ts'
import { byAge } from '../../src/http/request/list-page.ts'
import { type EntryFilter, type EntryPage, entryPage } from '../../src/ledger/entry-store.ts'
import { waitingDisputes } from '../../src/overview/attention-store.ts'
import { gatewayActor } from '../../src/primitives/actor.ts'
import { countCasesOf, type FilePlace, linePage } from '../../src/reconciliation/file-line-store.ts'
import { receivablePage } from '../../src/settlement/receivable-store.ts'
import {
  everyMatch,
  searchTransactions,
} from '../../src/transactions/search/search-transactions.ts'
import { transactionList } from '../../src/transactions/transaction-store.ts'
import { type DeliveryFilter, deliveryPage } from '../../src/webhooks/delivery-list-store.ts'
import { eventTypesOf, feedPage } from '../../src/webhooks/event-feed-store.ts'
import { openTestDatabase, type TestDatabase } from '../kit/database.ts'
import { readingOf } from '../kit/rows-read.ts'
import { expectSmallAccounts } from '../kit/small-accounts.ts'

/*
 * An account with 20,000 rows in each table, nearly all of one kind, beside a larger account. The
 * rare rows are the oldest, so a plan that filters the newest rows first reads them all.
 */
const size = 20_000
const account = newUuid()
const neighbour = newUuid()
const provider = newUuid()
const rareRef = 'pedido-raro'
const rareLink = newUuid()
const busyLink = newUuid()
const ids = {
  session: newUuid(),
  transaction: createHash('md5').update(`${account}1`).digest('hex'),
  receivable: newUuid(),
  cause: newUuid(),
  endpoint: newUuid(),
  busyEndpoint: newUuid(),
  object: newUuid(),
  event: newUuid(),
}

/** Two files of one provider: few lines of the first have a case, and every second of the other. */
const quietFile: FilePlace = { providerId: provider, sequence: 1 }
const busyFile: FilePlace = { providerId: provider, sequence: 2 }

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
  await database.sql.begin(
    async (tx) => {
      await tx`
        select add_month("table", (date '2026-01-01' + n * interval '1 month')::date)
        from generate_series(0, 3) as n, unnest(array['events', 'deliveries']::name[]) as "table"`
      const holders = [
        [account, size],
        [neighbour, 2 * size],
      ] as const
      for (const [holder, rows] of holders) await fill(tx, holder, rows, 'usual')
      await fillApprovals(tx, operatorScope, size, 'usual')
      for (const [file, share] of [
        [quietFile, size],
        [busyFile, 2],
      ] as const)
        await fillFile(tx, file, share)
      await expectSmallAccounts(tx)
      // Of a table of millions, the statistics have seen no rare row.
      await tx`analyze`
      for (const [holder, rows] of holders) await fill(tx, holder, rows, 'rare')
      await fillApprovals(tx, operatorScope, size, 'rare')
    },
    { statementMs: 0 },
  )
})
after(() => database.close())

const at = (sql: Sql) => sql`timestamptz '2026-01-01' + n * interval '1 minute'`
const transactionId = (sql: Sql, holder: string) => sql`md5(${holder}::text || n)::uuid`
const isRare = (sql: Sql) => sql`n <= 3`
/** An id in one of four months, which take turns: each page has rows of all of them. */
const monthlyId = (sql: Sql, n: Statement<object[]>) => sql`
  (
    left(lowest_id(timestamptz '2026-01-02' + ${n} % 4 * interval '1 month')::text, 14)
      || right(gen_random_uuid()::text, 22)
  )::uuid`

type Kind = 'usual' | 'rare'

const isOneOf = (sql: Sql, rows: number, which: Kind) => (n: Statement<object[]>) =>
  sql`(${n} between 10 and ${rows - 3}::int) = ${which === 'usual'}`

/** The numbers of the rows of a kind. */
const numbersOf = (sql: Sql, rows: number, which: Kind) => sql`
  (
    select * from generate_series(1, ${rows}::int) as n where ${isOneOf(sql, rows, which)(sql`n`)}
  ) as numbers`

async function fill(
  tx: Parameters<Parameters<Sql['begin']>[0]>[0],
  holder: string,
  rows: number,
  which: Kind,
): Promise<void> {
  const sql = tx as Sql
  const isOne = isOneOf(sql, rows, which)
  const numbers = numbersOf(sql, rows, which)
  await sql`
    insert into transactions (
      account_id, id, version, status, method, amount, installments, fee, external_ref, provider_id,
      secure_id, facts, created_at, updated_at, paid_at, checkout_session_id, payment_link_id
    )
    select
      ${holder}, ${transactionId(sql, holder)}, 2,
      case when ${isRare(sql)} then 'REFUNDED' when n <= 9 then 'CHARGEDBACK' else 'PAID' end,
      case when ${isRare(sql)} then 'BOLETO' when n <= 6 then 'CREDIT_CARD' else 'PIX' end,
      100, 1, 0,
      case when ${isRare(sql)} then ${rareRef} else 'pedido-' || n end,
      ${provider}, ${holder}::text || n, '{}', ${at(sql)}, ${at(sql)}, ${at(sql)},
      case when n <= 6 then ${ids.session}::uuid when n % 2 = 0 then gen_random_uuid() end,
      case when n <= 6 then ${rareLink}::uuid when n % 2 = 0 then ${busyLink}::uuid end
    from ${numbers}`
  await sql`
    insert into payment_links (
      account_id, id, version, status, slug, title, search_title, facts, created_at, updated_at
    )
    select
      ${holder}, md5('link' || ${holder}::text || n)::uuid, 1,
      case when ${isRare(sql)} then 'INACTIVE' else 'ACTIVE' end,
      ${holder}::text || n, 'Curso ' || n, 'curso ' || n, '{}', ${at(sql)}, ${at(sql)}
    from ${numbers}`
  await sql`
    insert into checkout_sessions (
      account_id, id, version, token, link_id, amount, facts, created_at, updated_at, expires_at
    )
    select
      ${holder}, md5('session' || ${holder}::text || n)::uuid, 1, ${holder}::text || n,
      md5('link' || ${holder}::text || case when ${isRare(sql)} then 1 else 10 end)::uuid,
      100, '{}', ${at(sql)}, ${at(sql)}, ${at(sql)}
    from ${numbers}`
  await sql`
    insert into payment_link_uses (account_id, link_id)
    select account_id, id from payment_links where account_id = ${holder}
    on conflict do nothing`
  await sql`
    insert into search_terms (account_id, term, created_at, transaction_id)
    select ${holder}, term, ${at(sql)}, ${transactionId(sql, holder)}
    from ${numbers},
      unnest(array['=100', 'maria', case when ${isRare(sql)} then 'raridade' else 'silva' end])
        as term`
  await sql`
    insert into cashouts (
      account_id, id, version, status, amount, fee, key_type, pix_key, external_ref, provider_id,
      facts, period, created_at, updated_at, completed_at
    )
    select
      ${holder}, gen_random_uuid(), 3,
      case when ${isRare(sql)} then 'FAILED' else 'COMPLETED' end,
      100, 0, 'EMAIL', 'a@b.com',
      case when ${isRare(sql)} then ${rareRef} end,
      ${provider}, '{}', 'day', ${at(sql)}, ${at(sql)},
      case when ${isRare(sql)} then null else ${at(sql)} end
    from ${numbers}`
  await sql`
    insert into cashouts (
      account_id, id, version, status, amount, fee, key_type, pix_key, provider_id, facts, period,
      created_at, updated_at
    )
    select
      ${holder}, gen_random_uuid(), 1, 'PENDING', 100, 0, 'EMAIL', 'a@b.com', ${provider},
      (
        case
          when ${isRare(sql)} then '{"approval":{"by":"person","state":"waiting"}}'
          else '{}'
        end
      )::json,
      'day', ${at(sql)}, ${at(sql)}
    from ${numbers}
    where n <= 200`
  await fillApprovals(tx, holder, rows, which)
  await sql`
    insert into receivables (
      account_id, id, version, transaction_id, method, number, parts, gross, fee, due_on, status,
      settled_at, merchant_document, provider_id, seal, created_at
    )
    select
      ${holder}, gen_random_uuid(), 1, ${transactionId(sql, holder)}, 'BOLETO', 1, 1, 100, 0,
      date '2026-01-01' + n / 100,
      case when ${rows}::int - n < 3 then 'SCHEDULED' else 'SETTLED' end,
      case when ${rows}::int - n < 3 then null else ${at(sql)} end,
      '11222333000181', ${provider}, '', ${at(sql)}
    from ${numbers}`
  await sql`
    insert into disputes (
      account_id, id, version, transaction_id, kind, status, provider_id, case_id, amount, holds,
      held, short, facts, opened_at, decided_at, updated_at
    )
    select
      ${holder}, gen_random_uuid(), 2, ${transactionId(sql, holder)},
      case when ${isRare(sql)} then 'med' else 'chargeback' end,
      case when ${isRare(sql)} then 'UNDER_REVIEW' else 'WON' end,
      ${provider}, 'case-' || n, 100, '[]', 0, false, '{}', ${at(sql)},
      case when ${isRare(sql)} then null else ${at(sql)} end,
      ${at(sql)}
    from ${numbers}`
  await sql`
    insert into ledger_transfers (
      account_id, id, debit_book, credit_book, amount, cause_type, cause_id, effect, posted_at,
      transaction_id, receivable_id, number, pending_after, available_after, blocked_after,
      debt_after, seal
    )
    select
      ${holder}, gen_random_uuid(), 'clearing:card',
      case when ${isRare(sql)} then 'available' else 'pending' end,
      100, 'transaction',
      case when n = 1 then ${ids.cause}::uuid else gen_random_uuid() end,
      'sale', ${at(sql)}, ${transactionId(sql, holder)},
      case when n = 1 then ${ids.receivable}::uuid else gen_random_uuid() end,
      n, 0, 0, 0, 0, ''
    from ${numbers}`
  await sql`
    insert into events (
      account_id, id, object_type, object_id, version, type, payload, occurred_at, position
    )
    select
      ${holder}, case when n = 1 then ${ids.event}::uuid else ${monthlyId(sql, sql`n`)} end,
      'transaction',
      case when n = 1 then ${ids.object}::uuid else gen_random_uuid() end,
      1,
      case when ${rows}::int - n < 3 then 'transaction.chargedback' else 'transaction.paid' end,
      '{}', ${at(sql)}, n
    from ${numbers}`
  await sql`insert into event_feeds values (${holder}, ${rows}) on conflict do nothing`
  await sql`
    insert into deliveries (
      account_id, id, event_id, object_id, sequence, url, endpoint, state, due_at, created_at,
      webhook_endpoint_id
    )
    select
      ${holder}, ${monthlyId(sql, sql`position`)}, id, object_id, 1, 'https://a.com/',
      'https://a.com',
      case when position <= 3 then 'exhausted' else 'delivered' end,
      occurred_at, occurred_at,
      case
        when position between 4 and 6 then ${ids.endpoint}::uuid
        else ${ids.busyEndpoint}::uuid
      end
    from events
    where account_id = ${holder} and ${isOne(sql`position`)}`
}

async function fillApprovals(
  tx: Parameters<Parameters<Sql['begin']>[0]>[0],
  holder: string,
  rows: number,
  which: Kind,
): Promise<void> {
  const sql = tx as Sql
  await sql`
    insert into approvals (
      account_id, id, status, action, permission, subject, before, after, requested_by,
      requested_at, expires_at
    )
    select
      ${holder}, gen_random_uuid(), case when ${isRare(sql)} then 'PENDING' else 'DONE' end,
      'key.create', 'approvals:decide', '{}', '{}', '{}', '{}', ${at(sql)}, ${at(sql)}
    from ${numbersOf(sql, rows, which)}`
}

/** A file of a provider. The last three lines have a case, and each that `share` divides. */
async function fillFile(
  tx: Parameters<Parameters<Sql['begin']>[0]>[0],
  { providerId, sequence }: FilePlace,
  share: number,
): Promise<void> {
  const sql = tx as Sql
  await sql`
    insert into providers (id, kind, name, sealed, callback_digest)
    values (${providerId}, 'cielo', 'Cielo', '', '')
    on conflict do nothing`
  await sql`
    insert into settlement_lines (provider_id, sequence, line, month, kind, reference, amount)
    select ${providerId}, ${sequence}, n, '2026-01-01', 'sale', 'sale-' || n, 100
    from generate_series(1, ${size}::int) as n`
  await sql`
    insert into reconciliation_cases (
      id, provider_id, kind, subject, sequence, line, opened_at
    )
    select
      gen_random_uuid(), ${providerId}, 'sale-amount', ${sequence}::text || ' ' || n,
      ${sequence}, n, ${at(sql)}
    from generate_series(1, ${size}::int) as n
    where n % ${share}::int = 0 or n > ${size - 3}`
}

const isoId = (digest: string): string =>
  digest.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

const limit = 20
/** The most ranges of an index that a list merges: those of each type of event of a transaction. */
const ranges = eventTypesOf(['transaction.*']).length
/** A page and what is needed to find where it begins in each of the ranges. */
const most = 2 * limit + 2 * ranges
/** An index is some pages deep in each month, and a row of a list may be on a page of its own. */
const mostPages = 20 * ranges + 4 * limit

async function bounded<Row>(
  name: string,
  expected: number,
  call: (sql: Sql) => Promise<readonly Row[]>,
): Promise<void> {
  const { result, reading } = await readingOf(database.sql, call)
  assert.equal(result.length, expected, name)
  assert.ok(reading.rows <= most, `${name} read ${reading.rows} rows for ${expected}`)
  assert.ok(reading.pages <= mostPages, `${name} read ${reading.pages} pages for ${expected}`)
}

const instant = (minutes: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + minutes * 60_000)
const early = { from: instant(0), to: instant(3) }
const middle = { from: instant(size / 2), to: instant(size / 2 + 9) }
const deep = { createdAt: instant(500), id: newUuid() }

const transactionFilters = [
  ['nothing', {}, limit],
  ['a rare status', { statuses: ['REFUNDED'] }, 3],
  ['a rare method', { methods: ['BOLETO'] }, 3],
  [
    'a status and a method that are rare together',
    { statuses: ['CHARGEDBACK'], methods: ['CREDIT_CARD'] },
    3,
  ],
  ['a common status and a rare method', { statuses: ['PAID'], methods: ['BOLETO'] }, 0],
  ['a rare status and a common method', { statuses: ['CHARGEDBACK'], methods: ['PIX'] }, 3],
  [
    'several of both',
    { statuses: ['REFUNDED', 'CHARGEDBACK'], methods: ['BOLETO', 'CREDIT_CARD'] },
    6,
  ],
  ['one named twice', { statuses: ['REFUNDED', 'REFUNDED'], methods: ['BOLETO', 'BOLETO'] }, 3],
  ['a common status and a common method', { statuses: ['PAID'], methods: ['PIX'] }, limit],
  ['every method', { methods: ['PIX', 'BOLETO', 'CREDIT_CARD'] }, limit],
  ['a period long ago', early, 3],
  ['a period in the middle', middle, 10],
  ['a period and a status', { ...middle, statuses: ['PAID'] }, 10],
  ['a period without the status', { ...middle, statuses: ['REFUNDED'] }, 0],
  ['a period, a status and a method', { ...early, statuses: ['REFUNDED'], methods: ['BOLETO'] }, 3],
  ['a reference', { externalRef: rareRef }, 3],
  ['a reference and a status', { externalRef: rareRef, statuses: ['REFUNDED'] }, 3],
  ['a session', { checkoutSessionId: ids.session }, 6],
  ['a session and a status', { checkoutSessionId: ids.session, statuses: ['REFUNDED'] }, 3],
  ['a link with few payments', { paymentLinkId: rareLink }, 6],
  ['a link with many payments', { paymentLinkId: busyLink }, limit],
  ['a link and a status', { paymentLinkId: rareLink, statuses: ['REFUNDED'] }, 3],
  ['a busy link and a rare status', { paymentLinkId: busyLink, statuses: ['CHARGEDBACK'] }, 1],
  ['a busy link and a period', { paymentLinkId: busyLink, ...early }, 0],
  ['a reference, a method and a period', { externalRef: rareRef, methods: ['PIX'], ...early }, 0],
] as const
for (const [what, filter, expected] of transactionFilters) {
  test(`transactions by ${what} read a page, also far down and when they are counted`, async () => {
    const { sql } = database
    await bounded(what, expected, (db) => transactionList.page(db, account, filter, { limit }))
    const { result, reading } = await readingOf(sql, (db) =>
      transactionList.page(db, account, filter, { limit, after: deep }),
    )
    assert.ok(reading.rows <= most, `${what} read ${reading.rows} rows far down`)
    assert.ok(result.every(({ createdAt }) => createdAt <= deep.createdAt))
    if (expected === limit) return
    assert.equal(await transactionList.count(sql, account, filter, 10_000), expected)
    const counted = await readingOf(sql, (db) => transactionList.count(db, account, filter, 10_000))
    assert.ok(
      counted.reading.rows <= most,
      `${what} read ${counted.reading.rows} rows to count ${expected}`,
    )
  })
}

/** A search looks at 1,000 payments at most: their places, their rows, and their other terms. */
const mostSearched = 3 * 1_000 + 2 * limit
for (const [what, filter, expected] of [
  ['a rare word', { search: { text: 'raridade', terms: ['raridade'] } }, 3],
  ['a common word', { search: { text: 'maria', terms: ['maria'] } }, limit],
  ['a common word and a rare one', { search: { text: 'x', terms: ['maria', 'raridade'] } }, 0],
  ['a word that no payment has', { search: { text: 'nada', terms: ['nada'] } }, 0],
  ['a reference', { search: { text: rareRef, terms: [] } }, 3],
  ['an id', { search: { text: isoId(ids.transaction), terms: [] } }, 1],
  [
    'a common word and a rare status',
    { search: { text: 'x', terms: ['maria'] }, statuses: ['REFUNDED'] },
    0,
  ],
  ['a common word in a period', { search: { text: 'x', terms: ['maria'] }, ...middle }, 10],
  ['an amount that no payment has', { minAmount: 101 }, 0],
  ['no amount at all', { maxAmount: 0 }, 0],
  ['a common amount', { minAmount: 100, maxAmount: 100 }, limit],
  ['a rare status and an amount', { statuses: ['REFUNDED'], maxAmount: 100 }, 3],
] as const)
  test(`a search for ${what} reads a bounded number of rows`, async () => {
    const { result, reading } = await readingOf(database.sql, (asked) =>
      searchTransactions(asked, account, filter, { limit }),
    )
    assert.equal(result.rows.length, expected)
    assert.ok(reading.rows <= mostSearched, `read ${reading.rows} rows`)
    assert.ok(reading.pages <= 12 * mostSearched, `read ${reading.pages} pages`)
  })

test('a search that looks in vain goes on until it has found everything, once', async () => {
  const filter = { search: { text: 'x', terms: ['maria', 'raridade'] } } as const
  const seen: string[] = []
  for await (const rows of everyMatch(database.sql, account, filter))
    seen.push(...rows.map(({ id }) => id))
  assert.equal(seen.length, 3)
  assert.equal(new Set(seen).size, 3)
})

test('a merged page has one order, and its cursor continues after its end', async () => {
  const filter = { statuses: ['PAID', 'CHARGEDBACK', 'REFUNDED'] } as const
  const seen: string[] = []
  let place: { createdAt: Date; id: string } | undefined = {
    createdAt: instant(29.5),
    id: newUuid(),
  }
  while (place) {
    const page = await transactionList.page(database.sql, account, filter, {
      limit: 4,
      after: place,
    })
    seen.push(...page.map(({ createdAt, id }) => `${createdAt.toISOString()} ${id}`))
    place = page.at(-1)
  }
  assert.equal(seen.length, 29)
  assert.deepEqual(seen, [...new Set(seen)].toSorted().toReversed())
})

for (const [what, filter, expected] of [
  ['a rare status', { statuses: ['FAILED'] }, 3],
  ['several statuses', { statuses: ['FAILED', 'CANCELED', 'PROCESSING'] }, 3],
  ['a common status', { statuses: ['COMPLETED'] }, limit],
  ['a period', middle, 10],
  ['a period without the status', { ...middle, statuses: ['FAILED'] }, 0],
  ['a reference', { externalRef: rareRef }, 3],
  ['a reference and a status', { externalRef: rareRef, statuses: ['COMPLETED'] }, 0],
] as const)
  test(`cashouts by ${what} read a page`, async () => {
    await bounded(what, expected, (db) => cashoutList.page(db, account, filter, { limit }))
    await readingOf(database.sql, (db) =>
      cashoutList.page(db, account, filter, { limit, after: deep }),
    )
    if (expected < limit)
      assert.equal(await cashoutList.count(database.sql, account, filter, 10_000), expected)
  })

for (const [what, filter, expected] of [
  ['nothing', {}, limit],
  ['a rare status', { statuses: ['PENDING'] }, 3],
  ['two statuses', { statuses: ['PENDING', 'DONE'] }, limit],
  ['a status there is none of', { statuses: ['FAILED'] }, 0],
] as const)
  test(`approvals by ${what} read a page`, async () => {
    await bounded(what, expected, (asked) => newestApprovals(asked, account, { ...filter, limit }))
    await bounded(`${what}, far away`, what === 'a rare status' ? 3 : expected, (asked) =>
      newestApprovals(asked, account, { ...filter, limit, after: deep }),
    )
  })

/** A page of the route of the operator, which reads one row more than it shows. */
const approvalsOfOperator = (query: Readonly<Record<string, string>>) => async (sql: Sql) => {
  const app = { sql, actor: gatewayActor, clock: { now: () => instant(0) } }
  const context = { app } as unknown as RequestContext
  const request = { query, language: 'pt' } as unknown as ApiRequest
  const page = await listApprovals.handle(context, request)
  assert.ok('data' in page)
  return page.data
}

for (const [what, query, expected] of [
  ['nothing', {}, limit],
  ['a rare status', { status: 'PENDING' }, 3],
  ['two statuses', { status: 'PENDING,DONE' }, limit],
  ['a status there is none of', { status: 'FAILED' }, 0],
] as const)
  test(`approvals of the operator by ${what} read a page`, async () => {
    await bounded(what, expected, approvalsOfOperator({ ...query, limit: `${limit}` }))
    await bounded(
      `${what}, far down`,
      expected,
      approvalsOfOperator({ ...query, limit: `${limit}`, cursor: byAge.text(deep) }),
    )
  })

for (const [what, filter, expected] of [
  ['nothing', {}, limit],
  ['a rare status', { status: 'INACTIVE' }, 3],
  ['a common status', { status: 'ACTIVE' }, limit],
] as const)
  test(`links by ${what} read a page`, async () => {
    const page = async (sql: Sql, place: object) =>
      (await linkPage(sql, account, filter, { limit, ...place })).rows
    await bounded(what, expected, (sql) => page(sql, {}))
    await bounded(`${what}, far down`, expected, (sql) => page(sql, { after: deep }))
  })

const linkId = (n: number) => createHash('md5').update(`link${account}${n}`).digest('hex')
for (const [what, filter, expected] of [
  ['nothing', {}, limit],
  ['a link with few', { linkId: linkId(1) }, 3],
  ['a link with many', { linkId: linkId(10) }, limit],
] as const)
  test(`sessions by ${what} read a page`, async () => {
    const page = (place: object) => (sql: Sql) =>
      sessionList.page(sql, account, filter, { limit, ...place })
    await bounded(what, expected, page({}))
    await bounded(`${what}, far down`, expected, page({ after: deep }))
  })

test('a search of links looks at 1,000 of them, and goes on from there', async () => {
  const search = (after?: { readonly createdAt: Date; readonly id: string }) =>
    linkPage(database.sql, account, { search: 'CURSO 19' }, { limit, ...(after && { after }) })
  const { rows, end } = await search()
  assert.deepEqual([rows.length, end], [limit, undefined])
  const late = await linkPage(database.sql, account, { search: 'curso 17' }, { limit })
  assert.deepEqual(late.rows, [])
  assert.ok(late.end)
})

test('the cashouts of an account that wait for approval are a range of an index', () =>
  bounded('waiting', 3, (asked) => waitingCashouts(asked, account, { limit })))

test('the most urgent disputes are shown, also when they are the oldest', async () => {
  const { sql } = database
  await sql`
    insert into disputes (
      account_id, id, version, transaction_id, kind, status, provider_id, case_id, amount, holds,
      held, short, facts, opened_at, answer_by, updated_at
    )
    select ${neighbour}, gen_random_uuid(), 1, ${transactionId(sql, neighbour)}, 'chargeback',
      'NEEDS_RESPONSE', ${provider}, 'urgent-' || n, n, '[]', 0, false, '{}', ${at(sql)},
      ${at(sql)} + interval '10 days', ${at(sql)}
    from generate_series(1, 2000) as n`
  await sql.begin((tx) => tx`analyze disputes`, { statementMs: 0 })
  const now = new Date(0)
  await bounded('to answer', limit, (asked) => waitingDisputes(asked, neighbour, now, limit))
  const [first] = await waitingDisputes(sql, neighbour, now, limit)
  assert.equal(first?.amount, 1)
})

for (const [what, filter, expected] of [
  ['nothing', {}, limit],
  ['a rare status', { statuses: ['SCHEDULED'] }, 3],
  ['a common status', { statuses: ['SETTLED'] }, limit],
  ['days without the status', { statuses: ['SCHEDULED'], from: '2026-01-01', to: '2026-06-30' }, 0],
  ['days far away', { from: '2026-07-20', to: '2026-07-20' }, 1],
  ['a transaction', { transactionId: ids.transaction }, 1],
  ['a transaction and a status', { transactionId: ids.transaction, statuses: ['SCHEDULED'] }, 0],
] as const)
  test(`receivables by ${what} read a page`, () =>
    bounded(what, expected, (db) => receivablePage(db, account, filter, { limit })))

for (const [what, filter, expected] of [
  ['nothing', {}, limit],
  ['a rare status', { statuses: ['UNDER_REVIEW'] }, 3],
  ['a rare kind', { kind: 'med' }, 3],
  ['a common kind and a rare status', { kind: 'chargeback', statuses: ['UNDER_REVIEW'] }, 0],
  ['several statuses', { statuses: ['LOST', 'NEEDS_RESPONSE', 'UNDER_REVIEW'] }, 3],
  ['a transaction', { transactionId: ids.transaction }, 1],
  ['a transaction and a kind', { transactionId: ids.transaction, kind: 'chargeback' }, 0],
] as const)
  test(`disputes by ${what} read a page`, async () => {
    await bounded(what, expected, (db) => disputeList.page(db, account, filter, { limit }))
    if (expected < limit)
      assert.equal(await disputeList.count(database.sql, account, filter, 10_000), expected)
  })

for (const [what, file, page, expected] of [
  ['nothing', quietFile, { isWithCase: false }, limit],
  ['nothing, far down', quietFile, { isWithCase: false, after: size - 30 }, limit],
  ['nothing, at the end', quietFile, { isWithCase: false, after: size - 2 }, 2],
  ['a case that few have', quietFile, { isWithCase: true }, 3],
  ['a case that few have, far down', quietFile, { isWithCase: true, after: size - 2 }, 2],
  ['a case that many have', busyFile, { isWithCase: true }, limit],
  ['a case that many have, far down', busyFile, { isWithCase: true, after: size / 2 }, limit],
] as const)
  test(`lines of a file by ${what} read a page`, () =>
    bounded(what, expected, (sql) => linePage(sql, file, { limit, ...page })))

test('the cases of a file are counted from an index, up to a bound', async () => {
  for (const [file, openCases] of [
    [quietFile, { count: 3, isMore: false }],
    [busyFile, { count: 10_000, isMore: true }],
  ] as const) {
    const { result, reading } = await readingOf(database.sql, (sql) => countCasesOf(sql, file))
    assert.deepEqual(result.openCases, openCases)
    assert.ok(reading.rows <= openCases.count + limit, `read ${reading.rows} rows`)
  }
})

const entryFilters: readonly [string, EntryFilter, Partial<EntryPage>, number][] = [
  ['nothing', {}, {}, limit],
  ['a rare book', { book: 'available' }, {}, 3],
  ['a book with nothing in it', { book: 'debt' }, {}, 0],
  ['a common book', { book: 'pending' }, {}, limit],
  ['a period in the middle', middle, {}, 10],
  ['a period and a book', { ...middle, book: 'pending' }, {}, 10],
  ['a period without the book', { ...middle, book: 'available' }, {}, 0],
  ['a long period', { from: instant(10), to: instant(size - 10) }, {}, limit],
  [
    'a long period, the oldest first',
    { from: instant(10), to: instant(size - 10) },
    { order: 'oldest' },
    limit,
  ],
  ['a place far down', {}, { after: 500 }, limit],
  ['a place far down in a book', { book: 'pending' }, { after: 500 }, limit],
  ['a place in the file of a period', middle, { order: 'oldest', after: 0 }, 10],
  ['a transaction', { transactionId: ids.transaction }, {}, 1],
  ['a receivable and a book', { receivableId: ids.receivable, book: 'available' }, {}, 1],
  ['a cause', { causeId: ids.cause }, {}, 1],
  ['a cause and a period', { causeId: ids.cause, ...middle }, {}, 0],
]
for (const [what, filter, page, expected] of entryFilters)
  test(`entries by ${what} read a page`, () =>
    bounded(what, expected, (db) =>
      entryPage(db, account, filter, { limit, order: 'newest', ...page }),
    ))

const deliveryFilters: readonly [string, DeliveryFilter, number][] = [
  ['nothing', {}, limit],
  ['a rare state', { states: ['exhausted'] }, 3],
  ['several states', { states: ['exhausted', 'stopped', 'held'] }, 3],
  ['a common state', { states: ['delivered'] }, limit],
  ['a rare endpoint', { webhookEndpointId: ids.endpoint }, 3],
  ['a common endpoint', { webhookEndpointId: ids.busyEndpoint }, limit],
  [
    'a common endpoint and a rare state',
    { webhookEndpointId: ids.busyEndpoint, states: ['exhausted'] },
    3,
  ],
  ['a rare endpoint and a period', { webhookEndpointId: ids.endpoint, ...middle }, 0],
  ['a period', middle, 10],
  ['a period and a rare state', { ...middle, states: ['exhausted'] }, 0],
  ['an object', { objectId: ids.object }, 1],
  ['an object and a state', { objectId: ids.object, states: ['delivered'] }, 0],
  ['an event', { eventId: ids.event }, 1],
  ['an event that is unknown', { eventId: ids.session }, 0],
]
for (const [what, filter, expected] of deliveryFilters)
  test(`deliveries by ${what} read a page`, () =>
    bounded(
      what,
      expected,
      async (db) => (await deliveryPage(db, account, { ...filter, limit })).rows,
    ))

for (const [what, types, expected] of [
  ['every type', ['*'], limit],
  ['a rare type', ['transaction.chargedback'], 3],
  ['a common kind', ['transaction.*'], limit],
  ['a kind there is none of', ['cashout.*', 'webhook_endpoint.failing'], 0],
] as const)
  test(`the feed of ${what} reads a page`, () =>
    bounded(
      what,
      expected,
      async (db) => (await feedPage(db, { accountId: account, after: 0, types, limit })).events,
    ))
