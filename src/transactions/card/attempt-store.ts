import type { TimedSql } from '../../db/business-time.ts'
import { columnar } from '../../db/columnar.ts'
import { ofAccounts } from '../../db/of-accounts.ts'
import type { Queryable, Sql } from '../../db/pool.ts'
import { type RowId, workQueue } from '../../db/work-queue-store.ts'
import type { RowWriter } from '../../journal/change.ts'
import { writtenById } from '../../journal/written-rows.ts'
import { cents } from '../../primitives/money.ts'
import { alarmAfterMs, ownerLeaseMs } from '../../providers/polling/retry-schedule.ts'
import type { TransactionStatus } from '../transaction.ts'
import type { AnsweredAttempt, Attempt, AttemptState } from './attempt.ts'

/** A new attempt, committed before its call. */
export const newAttemptsWriter: RowWriter<Attempt> = {
  name: 'attempts-new',
  ...writtenById((sql, rows) => {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      id: 'uuid',
      transaction_id: 'uuid',
      provider_id: 'uuid',
      attempt_ref: 'text',
      state: 'text',
      amount: 'bigint',
      sent_at: 'timestamptz',
      due_at: 'timestamptz',
    })
    return sql`written as (
      insert into attempts (${columns}, operation, owner_lease_ends_at)
      select ${columns}, 'sale', now() + ${ownerLeaseMs} * interval '1 millisecond'
      from unnest(${arrays}) as n (${columns})
      on conflict do nothing
      returning id as key)`
  }),
}

/** The next version of an attempt. Loses unless the stored version is the previous one. */
export const attemptsWriter: RowWriter<AnsweredAttempt> = {
  name: 'attempts',
  ...writtenById((sql, rows) => {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      id: 'uuid',
      version: 'int',
      state: 'text',
      reference: 'text',
      code: 'text',
      due_at: 'timestamptz',
      answered_at: 'timestamptz',
      owner_ended: 'boolean',
    })
    return sql`written as (
      update attempts a
      set version = n.version, state = n.state, reference = n.reference, code = n.code,
        answered_at = case
          when n.state in ('sending', 'unknown') then a.answered_at
          else coalesce(a.answered_at, n.answered_at)
        end,
        due_at = n.due_at,
        owner_lease_ends_at = case when not n.owner_ended then a.owner_lease_ends_at end
      from unnest(${arrays}) as n (${columns})
      where a.account_id = n.account_id and a.id = n.id and a.version = n.version - 1
        ${ofAccounts(sql, 'a', rows)}
      returning a.id as key)`
  }),
}

/** What the creation of a sale has come to. */
export interface SaleCreation {
  readonly status: TransactionStatus
  /**
   * A response to the creation is recorded: by the process that sent the sale, or by a repeat of
   * the request. Until then no payer has seen a failure.
   */
  readonly isAnswered: boolean
  /**
   * How long the process that sent the sale may still wait for the response, ms. 0: a response is
   * recorded, or its lease is over by the database's own clock.
   */
  readonly ownerLeftMs: number
}

/** Reads all of it in one snapshot. Throws if there is no such attempt. */
export async function creationOf(
  sql: Sql,
  { accountId, id }: Pick<Attempt, 'accountId' | 'id'>,
): Promise<SaleCreation> {
  const [creation] = await sql<SaleCreation[]>`
    select t.status, a.owner_lease_ends_at is null as "isAnswered", coalesce(
      greatest(0, ceil(extract(epoch from a.owner_lease_ends_at - now()) * 1000)), 0
    )::float8 as "ownerLeftMs"
    from attempts a
    join transactions t on t.account_id = a.account_id and t.id = a.transaction_id
    where a.account_id = ${accountId} and a.id = ${id}`
  if (!creation) throw new Error(`attempt ${id} has no transaction`)
  return creation
}

export async function attemptByRef(
  sql: Sql,
  accountId: string,
  attemptRef: string,
): Promise<Attempt | undefined> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from attempts
    where account_id = ${accountId} and attempt_ref = ${attemptRef}`
  return row && attemptFrom(row)
}

/** The newest attempt of a transaction. */
export async function attemptOf(
  sql: Sql,
  accountId: string,
  transactionId: string,
): Promise<Attempt | undefined> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)}
    from attempts
    where account_id = ${accountId} and transaction_id = ${transactionId}
    order by sent_at desc limit 1`
  return row && attemptFrom(row)
}

/** Attempts whose provider is queried for their outcome. */
export const attemptQueue = workQueue<Row, Attempt>({
  table: 'attempts',
  transaction: 'transaction_id',
  as: 'a',
  due: 'due_at',
  counter: 'queries',
  columns: (sql) => columns(sql, sql`a.`),
  itemFrom: attemptFrom,
  stuck: {
    isStuck: (sql, now) =>
      sql`state in ('sending', 'unknown') and sent_at <= ${new Date(now.getTime() - alarmAfterMs)}`,
    columns: (sql) => sql`
      sent_at as since, queries as attempts, transaction_id as "transactionId",
      provider_id as "providerId", attempt_ref as reference, amount`,
  },
})

/**
 * Schedules the next query at `dueAt`. Null: none. Counts a "not found" if `notFoundAt` is present.
 */
export async function scheduleQuery(
  sql: Sql,
  attempt: Attempt,
  dueAt: Date | null,
  notFoundAt?: Date,
): Promise<void> {
  const counted = notFoundAt && sql`not_found = not_found + 1, last_not_found_at = ${notFoundAt}`
  await attemptQueue.schedule(sql, attempt, dueAt, counted)
}

/**
 * Makes every open attempt of a provider due now, in all accounts, because the provider responds
 * again after an outage (docs/design/rules.md#u5).
 */
export const makeQueriesDue = (db: TimedSql, providerId: string, limit: number): Promise<void> =>
  attemptQueue.makeWaitingDue(db, db.sql`provider_id = ${providerId} and state = 'unknown'`, limit)

/** Makes the open attempts of these sales due now. */
export const queryAttemptsNow = (
  sql: Queryable,
  sales: readonly RowId[],
  now: Date,
): Promise<void> =>
  attemptQueue.makeDue(sql, sales, now, {
    by: 'transaction_id',
    condition: sql`a.state <> 'voided' and (a.state <> 'sending' or a.due_at is null)`,
  })

interface Row {
  readonly accountId: string
  readonly id: string
  readonly transactionId: string
  readonly providerId: string
  readonly attemptRef: string
  readonly state: AttemptState
  readonly version: number
  readonly amount: number
  readonly reference: string | null
  readonly code: string | null
  readonly queries: number
  readonly notFound: number
  readonly lastNotFoundAt: Date | null
  readonly sentAt: Date
  readonly dueAt: Date | null
}

const columns = (
  sql: Queryable,
  of = sql``,
) => sql`${of}account_id as "accountId", ${of}id, ${of}transaction_id as "transactionId",
  ${of}provider_id as "providerId", ${of}attempt_ref as "attemptRef", ${of}state, ${of}version,
  ${of}amount, ${of}reference, ${of}code, ${of}queries, ${of}not_found as "notFound",
  ${of}last_not_found_at as "lastNotFoundAt", ${of}sent_at as "sentAt", ${of}due_at as "dueAt"`

function attemptFrom({ reference, code, lastNotFoundAt, dueAt, ...row }: Row): Attempt {
  return {
    ...row,
    amount: cents(row.amount),
    ...(reference !== null && { reference }),
    ...(code !== null && { code }),
    ...(lastNotFoundAt && { lastNotFoundAt }),
    ...(dueAt && { dueAt }),
  }
}
