import { leaseEnd, type TimedSql } from '../db/business-time.ts'
import { columnar } from '../db/columnar.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import { type RowId, workQueue } from '../db/work-queue-store.ts'
import type { RowWriter } from '../journal/change.ts'
import { writtenById } from '../journal/written-rows.ts'
import { hourMs } from '../primitives/durations.ts'
import type { Cents } from '../primitives/money.ts'
import type { Hold } from '../settlement/hold.ts'
import type { Refund, RefundPayout } from './refund.ts'

/**
 * Writes a refund. Version 1 is inserted. Any other version loses unless the stored version is the
 * previous one.
 */
export const refundsWriter: RowWriter<Refund> = {
  name: 'refunds',
  ...writtenById((sql, rows) => {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      id: 'uuid',
      transaction_id: 'uuid',
      version: 'int',
      status: 'text',
      amount: 'bigint',
      holds: ['json', (row) => JSON.stringify(row.holds)],
      payout: ['json', ({ payout }) => payout && JSON.stringify(payout)],
      returned_amount: 'bigint',
      return_id: 'text',
      sent: ['boolean', (row) => row.isSent],
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      due_at: 'timestamptz',
    })
    return sql`written as (
      insert into refunds as r (${columns})
      select * from unnest(${arrays})
      on conflict (account_id, id)
      do update set version = excluded.version, status = excluded.status,
        returned_amount = excluded.returned_amount,
        return_id = coalesce(excluded.return_id, r.return_id), sent = excluded.sent,
        updated_at = excluded.updated_at, due_at = excluded.due_at
        where r.version = excluded.version - 1 and r.status in ('PROCESSING', excluded.status)
      returning id as key)`
  }),
}

export async function refundById(
  sql: Queryable,
  accountId: string,
  id: string,
): Promise<Refund | undefined> {
  const [row] = await sql<
    Row[]
  >`select ${columns(sql)} from refunds r where account_id = ${accountId} and id = ${id}`
  return row && refundFrom(row)
}

/**
 * The id of a refund of the same payment and amount since `since`, which may be the same request
 * repeated (docs/design/rules.md#i9).
 */
export async function findDuplicateRefund(
  sql: Queryable,
  {
    accountId,
    transactionId,
    amount,
    since,
  }: {
    readonly accountId: string
    readonly transactionId: string
    readonly amount: Cents
    readonly since: Date
  },
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from refunds
    where account_id = ${accountId} and transaction_id = ${transactionId} and amount = ${amount}
      and status <> 'FAILED' and created_at > ${since}
    order by created_at desc limit 1`
  return row?.id
}

/** Refunds whose provider is queried for their result. */
export const refundQueue = workQueue<Row, Refund>({
  table: 'refunds',
  transaction: 'transaction_id',
  as: 'r',
  due: 'due_at',
  counter: 'queries',
  columns: (sql) => columns(sql),
  itemFrom: (row) => refundFrom(row),
  stuck: {
    isStuck: (sql, now) =>
      sql`status = 'PROCESSING' and created_at <= ${new Date(now.getTime() - hourMs)}`,
    columns: (sql) => sql`
      created_at as since, queries as attempts, transaction_id as "transactionId",
      return_id as reference, amount`,
  },
})

/**
 * Schedules the next query at `dueAt`. Null: none. Absent: the schedule stays. It also stores
 * `returnId`, the id of the transfer that the provider accepted. `isSent: false`: it is proven that
 * no request reached the provider. Returns false when the refund has changed, and writes nothing.
 */
export function scheduleRefund(
  sql: Sql,
  refund: Refund,
  {
    dueAt,
    returnId,
    isSent,
  }: { readonly dueAt?: Date | null; readonly returnId?: string; readonly isSent?: false },
): Promise<boolean> {
  return refundQueue.schedule(
    sql,
    refund,
    dueAt === undefined ? sql`due_at` : dueAt,
    sql`sent = coalesce(${isSent ?? null}, sent),
      return_id = coalesce(${returnId ?? null}, return_id)`,
  )
}

/**
 * Runs before a worker sends a request, for the first time or again. After it a rejection of an
 * earlier request does not end the refund. Returns the new version, which this worker holds for
 * `leaseMs`. `undefined`: the refund has ended, or another worker sends it. `suspended`: its
 * account is suspended, and nothing changes. The account's row is locked, so a suspension that is
 * committed first wins.
 */
export async function markSent(
  { sql, clock }: TimedSql,
  { accountId, id, version, isSent }: Refund,
  leaseMs: number,
): Promise<number | 'suspended' | undefined> {
  const [marked] = await sql<{ version: number | null; isSuspended: boolean }[]>`
    with holder as (
      select status = 'suspended' as is_suspended from accounts where id = ${accountId} for share
    ), marked as (
      update refunds set sent = true, version = version + 1,
        due_at = ${leaseEnd(sql, clock, leaseMs)}
      where account_id = ${accountId} and id = ${id} and version = ${version}
        and status = 'PROCESSING'
        and sent = ${isSent} and not (select is_suspended from holder)
      returning version
    )
    select is_suspended as "isSuspended", (select version from marked) as version from holder`
  return marked?.isSuspended ? 'suspended' : (marked?.version ?? undefined)
}

/** Stores the time of a denial. The first value is kept. */
export async function markDenied(
  sql: Sql,
  { accountId, id, version }: Refund,
  at: Date,
): Promise<void> {
  await sql`
    update refunds set denied_at = coalesce(denied_at, ${at})
    where account_id = ${accountId} and id = ${id} and version = ${version}`
}

/** When a refund of the sale last failed. */
export async function lastFailureOf(
  sql: Sql,
  accountId: string,
  transactionId: string,
): Promise<Date | undefined> {
  const [row] = await sql<{ at: Date | null }[]>`
    select max(updated_at) as at from refunds
    where account_id = ${accountId} and transaction_id = ${transactionId} and status = 'FAILED'`
  return row?.at ?? undefined
}

/** The open refund of a sale. A card sale has one at most. */
export async function openRefundOf(
  sql: Sql,
  accountId: string,
  transactionId: string,
): Promise<Refund | undefined> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)}
    from refunds r
    where account_id = ${accountId} and transaction_id = ${transactionId} and status = 'PROCESSING'
    order by created_at limit 1`
  return row && refundFrom(row)
}

/** Makes these refunds due now, if they are open or may have been returned. */
export const queryRefundsNow = (
  sql: Queryable,
  refunds: readonly RowId[],
  now: Date,
): Promise<void> =>
  refundQueue.makeDue(sql, refunds, now, {
    condition: sql`(r.status = 'PROCESSING' or r.payout is not null and r.status = 'COMPLETED')`,
  })

interface Row extends Omit<Refund, 'holds' | 'payout' | 'returnId' | 'deniedAt' | 'dueAt'> {
  readonly holds: readonly Hold[]
  readonly payout: RefundPayout | null
  readonly returnId: string | null
  readonly deniedAt: Date | null
  readonly dueAt: Date | null
}

const columns = (
  sql: Queryable,
) => sql`r.account_id as "accountId", r.id, r.transaction_id as "transactionId", r.version,
  r.status, r.amount, r.holds, r.payout, r.returned_amount as "returnedAmount",
  r.return_id as "returnId", r.sent as "isSent", r.queries, r.created_at as "createdAt",
  r.updated_at as "updatedAt", r.denied_at as "deniedAt", r.due_at as "dueAt"`

const refundFrom = ({ payout, returnId, deniedAt, dueAt, ...row }: Row): Refund => ({
  ...row,
  ...(payout && { payout }),
  ...(returnId !== null && { returnId }),
  ...(deniedAt && { deniedAt }),
  ...(dueAt && { dueAt }),
})
