import type { PaymentMethod } from '../../contract/fields.ts'
import { type ReceivableStatus, receivableStatuses } from '../../contract/receivable.ts'
import { startOfLocalDay } from '../brazil/local-time.ts'
import { columnar } from '../db/columnar.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { Statement } from '../db/statement.ts'
import { unionAll } from '../db/union-all.ts'
import { workQueue } from '../db/work-queue-store.ts'
import type { RowWriter } from '../journal/change.ts'
import { writtenById } from '../journal/written-rows.ts'
import { cents } from '../primitives/money.ts'
import { dueOf, type Receivable } from './receivable.ts'

/** New receivables. Loses when the sale already has that part. */
export const newReceivablesWriter: RowWriter<Receivable> = {
  name: 'receivables-new',
  ...writtenById((sql, rows) => {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      id: 'uuid',
      transaction_id: 'uuid',
      method: 'text',
      number: 'int',
      parts: 'int',
      gross: 'bigint',
      fee: 'bigint',
      due_on: 'date',
      merchant_document: ['text', (row) => row.unit.merchantDocument],
      arrangement: ['text', (row) => row.unit.arrangement],
      provider_id: ['uuid', (row) => row.unit.providerId],
      release_at: ['timestamptz', releaseAt],
      created_at: 'timestamptz',
    })
    return sql`written as (
      insert into receivables (${columns}, version, taken, status, seal)
      select ${columns}, 1, 0, 'SCHEDULED',
        receivable_seal(account_id, id, transaction_id, method, number, parts, gross, fee, due_on,
          merchant_document, arrangement, provider_id)
      from unnest(${arrays}) as n (${columns})
      on conflict do nothing
      returning id as key)`
  }),
}

/**
 * The next version of a receivable: its status, and what was taken from it. Loses unless the stored
 * version is the previous one.
 */
export const receivablesWriter: RowWriter<Receivable> = {
  name: 'receivables',
  ...writtenById((sql, rows) => {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      id: 'uuid',
      version: 'int',
      status: 'text',
      taken: 'bigint',
      settled_at: 'timestamptz',
    })
    return sql`written as (
      update receivables r
      set version = n.version, status = n.status, taken = n.taken, settled_at = n.settled_at,
        release_at = case when n.status = 'SCHEDULED' then r.release_at end
      from unnest(${arrays}) as n (${columns})
      where r.account_id = n.account_id and r.id = n.id and r.version = n.version - 1
        ${ofAccounts(sql, 'r', rows)}
      returning r.id as key)`
  }),
}

/** A sale's receivables, the first part first. */
export async function receivablesOf(
  sql: Queryable,
  accountId: string,
  transactionId: string,
): Promise<Receivable[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}
    from receivables r
    where account_id = ${accountId} and transaction_id = ${transactionId}
    order by number`
  return rows.map(receivableFrom)
}

/** The receivables, of these ids, that are still pending. */
export async function stillScheduled(
  sql: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<Receivable[]> {
  if (ids.length === 0) return []
  const rows = await sql<Row[]>`
    select ${columns(sql)} from receivables r
    where account_id = ${accountId} and id = any(${[...ids]}::uuid[]) and status = 'SCHEDULED'`
  return rows.map(receivableFrom)
}

/**
 * The pending receivables that a refund or a dispute may take from, the earliest due first, until
 * they cover `wanted` cents. At most `mostTaken` of them: one commit changes them all.
 */
export async function scheduledReceivables(
  sql: Sql,
  accountId: string,
  wanted: number,
): Promise<Receivable[]> {
  const found: Receivable[] = []
  for (let left = wanted; left > 0 && found.length < mostTaken; ) {
    const page = await untakenPage(sql, accountId, found.at(-1))
    found.push(...page)
    for (const receivable of page) left -= dueOf(receivable)
    if (page.length < takenPageSize) break
  }
  return found
}

async function untakenPage(
  sql: Sql,
  accountId: string,
  after: ReceivableCursor | undefined,
): Promise<Receivable[]> {
  const rows = await sql<Row[]>`
    select ${columns(sql)}
    from receivables r
    where account_id = ${accountId} and status = 'SCHEDULED'
      and gross - fee > taken
      ${after ? sql`and (due_on, id) > (${after.dueOn}::date, ${after.id}::uuid)` : sql``}
    order by due_on, id limit ${takenPageSize}`
  return rows.map(receivableFrom)
}

const takenPageSize = 200
const mostTaken = 5_000

/** The filters of a list. Dates are `YYYY-MM-DD`, both included. */
export interface ReceivableFilter {
  readonly statuses?: readonly ReceivableStatus[]
  readonly from?: string
  readonly to?: string
  readonly transactionId?: string
}

/** A cursor in a list that is sorted by the due day. */
export interface ReceivableCursor {
  readonly dueOn: string
  readonly id: string
}

/** One page, the earliest due first. */
export async function receivablePage(
  sql: Sql,
  accountId: string,
  { statuses, from, to, transactionId }: ReceivableFilter,
  { limit, after }: { readonly limit: number; readonly after?: ReceivableCursor },
): Promise<Receivable[]> {
  const select = (narrowed: Statement<object[]>) => sql`
    select * from receivables where account_id = ${accountId} ${narrowed}
      ${from === undefined ? sql`` : sql`and due_on >= ${from}::date`}
      ${to === undefined ? sql`` : sql`and due_on <= ${to}::date`}
      ${after ? sql`and (due_on, id) > (${after.dueOn}::date, ${after.id}::uuid)` : sql``}
    order by due_on, id limit ${limit}`
  const wanted = [...new Set(statuses ?? receivableStatuses)]
  // Each status is a range of one index. A payment has few receivables: one for each installment.
  const matching =
    transactionId === undefined
      ? unionAll(
          sql,
          wanted.map((status) => select(sql`and status = ${status}`)),
        )
      : select(sql`and transaction_id = ${transactionId} and status = any(${wanted})`)
  const rows = await sql<Row[]>`
    select ${columns(sql)} from (${matching}) as r order by due_on, id limit ${limit}`
  return rows.map(receivableFrom)
}

/** Pending receivables, due at the start of their day. */
export const receivableQueue = workQueue<Row, Receivable>({
  table: 'receivables',
  transaction: 'transaction_id',
  as: 'r',
  due: 'release_at',
  thenBy: 'id',
  columns: (sql) => columns(sql),
  itemFrom: receivableFrom,
})

/** The start of its day. */
const releaseAt = ({ dueOn }: Receivable): Date => startOfLocalDay(Temporal.PlainDate.from(dueOn))

interface Row {
  readonly accountId: string
  readonly id: string
  readonly version: number
  readonly transactionId: string
  readonly method: PaymentMethod
  readonly number: number
  readonly parts: number
  readonly gross: number
  readonly fee: number
  readonly taken: number
  readonly dueOn: string
  readonly status: ReceivableStatus
  readonly settledAt: Date | null
  readonly merchantDocument: string
  readonly arrangement: string | null
  readonly providerId: string
  readonly createdAt: Date
}

const columns = (
  sql: Queryable,
) => sql`r.account_id as "accountId", r.id, r.version, r.transaction_id as "transactionId",
  r.method, r.number, r.parts, r.gross, r.fee, r.taken, r.due_on as "dueOn", r.status,
  r.settled_at as "settledAt", r.merchant_document as "merchantDocument", r.arrangement,
  r.provider_id as "providerId", r.created_at as "createdAt"`

function receivableFrom({
  merchantDocument,
  arrangement,
  providerId,
  settledAt,
  gross,
  fee,
  taken,
  ...row
}: Row): Receivable {
  return {
    ...row,
    gross: cents(gross),
    fee: cents(fee),
    taken: cents(taken),
    ...(settledAt && { settledAt }),
    unit: { merchantDocument, providerId, ...(arrangement !== null && { arrangement }) },
  }
}
