import type { Queryable, Tx } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'
import { unionAll } from '../db/union-all.ts'
import { workQueue } from '../db/work-queue-store.ts'
import type { Approval, ApprovalStatus, Party } from './approval.ts'

/** An approval as a worker takes it. */
export interface DueApproval {
  readonly accountId: string
  readonly id: string
}

/** Approved changes that are to be applied, and undecided ones whose time is over. */
export const approvalQueue = workQueue<DueApproval, DueApproval>({
  table: 'approvals',
  as: 'a',
  due: 'due_at',
  columns: (sql) => sql`a.account_id as "accountId", a.id`,
  itemFrom: (row) => row,
  stuck: {
    isStuck: (sql, now) =>
      sql`status = 'APPROVED' and decided_at <= ${new Date(now.getTime() - fiveMinutesMs)}`,
    columns: (sql) => sql`decided_at as since, action as reference`,
  },
})

const fiveMinutesMs = 5 * 60_000

export async function insertApproval(tx: Tx, approval: Approval, payload: Buffer): Promise<void> {
  await tx`
    insert into approvals (
      account_id, id, version, status, action, permission, subject, before, after, payload,
      requested_by, requested_at, reason, expires_at, due_at
    )
    values (
      ${approval.accountId}, ${approval.id}, 1, 'PENDING', ${approval.action},
      ${approval.permission}, ${JSON.stringify(approval.subject)}::text::jsonb,
      ${JSON.stringify(approval.before)}::text::jsonb,
      ${JSON.stringify(approval.after)}::text::jsonb,
      ${payload}, ${JSON.stringify(approval.requestedBy)}::text::jsonb, ${approval.requestedAt},
      ${approval.reason}, ${approval.expiresAt}, ${approval.expiresAt}
    )`
}

export async function approvalById(
  sql: Queryable,
  accountId: string,
  id: string,
): Promise<Approval | undefined> {
  const [row] = await sql<Approval[]>`
    select ${columns(sql)} from approvals where account_id = ${accountId} and id = ${id}`
  return row
}

/** An approval, locked until the transaction ends. */
export async function lockApproval(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<Approval | undefined> {
  const [row] = await tx<Approval[]>`
    select ${columns(tx)} from approvals where account_id = ${accountId} and id = ${id} for update`
  return row
}

export async function payloadOf(
  sql: Queryable,
  accountId: string,
  id: string,
): Promise<Buffer | undefined> {
  const [row] = await sql<{ payload: Buffer | null }[]>`
    select payload from approvals where account_id = ${accountId} and id = ${id}`
  return row?.payload ?? undefined
}

/** Stores a decision, or the withdrawal or expiry that ends the request. */
export async function storeDecision(
  tx: Tx,
  { accountId, id }: DueApproval,
  {
    status,
    decidedBy,
    decidedAt,
    decision,
    dueAt,
  }: {
    readonly status: ApprovalStatus
    readonly decidedBy: Party | null
    readonly decidedAt: Date
    readonly decision: string | null
    /** When a worker applies it. Null: there is nothing to apply. */
    readonly dueAt: Date | Fragment | null
  },
): Promise<void> {
  await tx`
    update approvals
    set status = ${status}, version = version + 1, decided_at = ${decidedAt},
      decided_by = ${decidedBy && JSON.stringify(decidedBy)}::text::jsonb,
      decision = ${decision}, due_at = ${dueAt},
      payload = case when ${status} = 'APPROVED' then payload end
    where account_id = ${accountId} and id = ${id}`
}

/** Stores how the change of an approved request ended. `result` is sealed. */
export async function storeEnd(
  tx: Tx,
  { accountId, id }: DueApproval,
  end: {
    readonly status: 'DONE' | 'FAILED'
    readonly endedAt: Date
    readonly failure: string | null
    readonly result: Buffer | null
  },
): Promise<boolean> {
  const rows = await tx`
    update approvals
    set status = ${end.status}, version = version + 1, ended_at = ${end.endedAt},
      failure = ${end.failure}, result = ${end.result}, payload = null, due_at = null
    where account_id = ${accountId} and id = ${id} and status = 'APPROVED'
    returning id`
  return rows.length > 0
}

/** Takes the sealed result out: it is shown once. Undefined: there is none, or it was shown. */
export async function takeResult(
  tx: Tx,
  { accountId, id }: DueApproval,
): Promise<Buffer | undefined> {
  const [row] = await tx<{ result: Buffer }[]>`
    with shown as (
      select account_id, id, result
      from approvals
      where account_id = ${accountId} and id = ${id} and result is not null
      for update
    )
    update approvals a set result = null
    from shown
    where a.account_id = shown.account_id and a.id = shown.id
    returning shown.result`
  return row?.result
}

/** The last row of the page before. */
export interface ApprovalCursor {
  readonly createdAt: Date
  readonly id: string
}

/**
 * The requests of one account, or of the operator (`operatorScope`), the newest first. Each status
 * is a range of one index.
 */
export async function newestApprovals(
  sql: Queryable,
  accountId: string,
  {
    statuses,
    after,
    limit,
  }: {
    readonly statuses?: readonly ApprovalStatus[]
    readonly after?: ApprovalCursor
    readonly limit: number
  },
): Promise<Approval[]> {
  const beyond = after
    ? sql`and (requested_at, id) < (${after.createdAt}, ${after.id}::uuid)`
    : sql``
  const ranges = statuses
    ? [...new Set(statuses)].map((status) => sql`and status = ${status} ${beyond}`)
    : [beyond]
  const parts = ranges.map(
    (range) => sql`
      select ${columns(sql)}
      from approvals
      where account_id = ${accountId} ${range}
      order by requested_at desc, id desc
      limit ${limit}`,
  )
  return sql<Approval[]>`
    select *
    from (${unionAll(sql, parts)}) as found
    order by "requestedAt" desc, id desc
    limit ${limit}`
}

const columns = (sql: Queryable) => sql`
  account_id as "accountId", id, version, status, action, permission, subject, before, after,
  requested_by as "requestedBy", requested_at as "requestedAt", reason, expires_at as "expiresAt",
  decided_by as "decidedBy", decided_at as "decidedAt", decision, ended_at as "endedAt", failure`
