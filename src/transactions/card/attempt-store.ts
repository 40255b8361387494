import { leaseEnd, type TimedSql } from '../../db/business-time.ts'
import { columnar } from '../../db/columnar.ts'
import type { Queryable, Sql } from '../../db/pool.ts'
import type { RowWriter } from '../../journal/change.ts'
import { lostById } from '../../journal/lost-rows.ts'
import { cents } from '../../primitives/money.ts'
import { ownerLeaseMs } from '../../providers/polling/retry-schedule.ts'
import type { AnsweredAttempt, Attempt, AttemptState } from './attempt.ts'

/** A new attempt, committed before the call it stands for. */
export const newAttemptsWriter: RowWriter<Attempt> = {
  name: 'attempts-new',
  async write(tx, rows) {
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
    const written = await tx<{ id: string }[]>`
      insert into attempts (${columns}, operation, owner_lease_ends_at)
      select ${columns}, 'sale', now() + ${ownerLeaseMs} * interval '1 millisecond'
      from unnest(${arrays}) as n (${columns})
      on conflict do nothing
      returning id`
    return lostById(rows, written)
  },
}

/** The next version of an attempt. Loses unless the stored version is the one before. */
export const attemptsWriter: RowWriter<AnsweredAttempt> = {
  name: 'attempts',
  async write(tx, rows) {
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
    const written = await tx<{ id: string }[]>`
      update attempts a set version = n.version, state = n.state, reference = n.reference, code = n.code,
        answered_at = case when n.state in ('sending', 'unknown') then a.answered_at else coalesce(a.answered_at, n.answered_at) end,
        due_at = n.due_at,
        owner_lease_ends_at = case when not n.owner_ended then a.owner_lease_ends_at end
      from unnest(${arrays}) as n (${columns})
      where a.account_id = n.account_id and a.id = n.id and a.version = n.version - 1
      returning a.id`
    return lostById(rows, written)
  },
}

/**
 * How long the process that sent the sale may still wait for its answer, ms. 0: it has recorded an outcome, or its lease
 * is over by the database's own clock.
 */
export async function ownerLeaseLeftMs(
  sql: Sql,
  { accountId, id }: Pick<Attempt, 'accountId' | 'id'>,
): Promise<number> {
  const [row] = await sql<{ leftMs: number }[]>`
    select coalesce(greatest(0, ceil(extract(epoch from owner_lease_ends_at - now()) * 1000)), 0)::float8 as "leftMs"
    from attempts where account_id = ${accountId} and id = ${id}`
  return row?.leftMs ?? 0
}

export async function attemptByRef(sql: Sql, accountId: string, attemptRef: string): Promise<Attempt | undefined> {
  const [row] = await sql<
    Row[]
  >`select ${columns(sql)} from attempts where account_id = ${accountId} and attempt_ref = ${attemptRef}`
  return row && attemptFrom(row)
}

/** The newest attempt of a transaction. */
export async function attemptOf(sql: Sql, accountId: string, transactionId: string): Promise<Attempt | undefined> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from attempts where account_id = ${accountId} and transaction_id = ${transactionId}
    order by sent_at desc limit 1`
  return row && attemptFrom(row)
}

/** Accounts that have an attempt to ask about: the first of two steps. */
export async function accountsWithAttemptsDue({ sql, clock }: TimedSql, limit: number): Promise<string[]> {
  const rows = await sql<{ accountId: string }[]>`
    select distinct account_id as "accountId" from attempts where due_at <= ${clock.now()} limit ${limit}`
  return rows.map(({ accountId }) => accountId)
}

/** Takes one account's due attempts for `leaseMs`, counting the question about to be asked. */
export async function claimDueAttempts(
  { sql, clock }: TimedSql,
  accountId: string,
  leaseMs: number,
  limit: number,
): Promise<Attempt[]> {
  const rows = await sql<Row[]>`
    with due as (
      select id from attempts where account_id = ${accountId} and due_at <= ${clock.now()}
      order by due_at limit ${limit} for update skip locked
    )
    update attempts a set due_at = ${leaseEnd(sql, clock, leaseMs)}, queries = a.queries + 1
    from due where a.account_id = ${accountId} and a.id = due.id
    returning ${columns(sql, sql`a.`)}`
  return rows.map(attemptFrom)
}

/** Asks again at `dueAt` (null: never by itself). Counts a "not found" when `notFoundAt` is given. */
export async function scheduleQuery(sql: Sql, attempt: Attempt, dueAt: Date | null, notFoundAt?: Date): Promise<void> {
  await sql`
    update attempts set due_at = ${dueAt},
      not_found = not_found + ${notFoundAt ? 1 : 0}, last_not_found_at = coalesce(${notFoundAt ?? null}, last_not_found_at)
    where account_id = ${attempt.accountId} and id = ${attempt.id} and version = ${attempt.version}`
}

/**
 * Makes every open attempt of a provider due now: the provider has answered again after a silence
 * (docs/design/rules.md#u5).
 */
export async function makeQueriesDue(
  { sql, clock }: TimedSql,
  { accountId, providerId }: Pick<Attempt, 'accountId' | 'providerId'>,
  limit: number,
): Promise<void> {
  const now = clock.now()
  await sql`
    update attempts set due_at = ${now}
    where account_id = ${accountId} and id in (
      select id from attempts where account_id = ${accountId} and provider_id = ${providerId} and state = 'unknown'
        and due_at > ${now} order by due_at limit ${limit} for update skip locked)`
}

/** Of these sales, what was not settled for good is asked about now. */
export async function askAttemptsNow(
  sql: Queryable,
  sales: readonly { readonly accountId: string; readonly id: string }[],
  now: Date,
): Promise<void> {
  if (sales.length === 0) return
  await sql`
    update attempts a set due_at = ${now}
    from unnest(${sales.map(({ accountId }) => accountId)}::uuid[], ${sales.map(({ id }) => id)}::uuid[])
      as o (account_id, id)
    where a.account_id = o.account_id and a.transaction_id = o.id and a.state <> 'voided'
      and (a.state <> 'sending' or a.due_at is null)`
}

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
  sql: Sql,
  of = sql``,
) => sql`${of}account_id as "accountId", ${of}id, ${of}transaction_id as "transactionId",
  ${of}provider_id as "providerId", ${of}attempt_ref as "attemptRef", ${of}state, ${of}version, ${of}amount, ${of}reference,
  ${of}code, ${of}queries, ${of}not_found as "notFound", ${of}last_not_found_at as "lastNotFoundAt", ${of}sent_at as "sentAt",
  ${of}due_at as "dueAt"`

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
