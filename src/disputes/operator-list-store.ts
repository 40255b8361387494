import { disputeStatuses } from '../../contract/dispute.ts'
import type { Sql } from '../db/pool.ts'
import type { Statement } from '../db/statement.ts'
import { unionAll } from '../db/union-all.ts'
import type { Dispute, DisputeStatus } from './dispute.ts'
import { columns, disputeFrom, type Row } from './dispute-store.ts'

/** A cursor in the operators' list. */
export interface DeadlineCursor {
  readonly isDecided: boolean
  readonly answerBy?: Date
  readonly id: string
}

/**
 * One page of every account's disputes: the open ones first, each by its deadline. Each status is a
 * range of one index.
 */
export async function disputesByDeadline(
  sql: Sql,
  {
    limit,
    statuses = disputeStatuses,
    after,
  }: {
    readonly limit: number
    readonly statuses?: readonly DisputeStatus[]
    readonly after?: DeadlineCursor
  },
): Promise<Dispute[]> {
  const left = [...new Set(statuses)].filter(
    (status) => !(after?.isDecided && !isDecided(status)), // The open ones were before it.
  )
  if (left.length === 0) return []
  const rows = await sql<Row[]>`
    select ${columns(sql)} from (${unionAll(
      sql,
      left.map((status) => rangeOf(sql, { status, limit, ...(after && { after }) })),
    )}) as d
    order by (decided_at is not null), coalesce(answer_by, ${never(sql)}), id
    limit ${limit}`
  return rows.map(disputeFrom)
}

function rangeOf(
  sql: Sql,
  {
    status,
    limit,
    after,
  }: { readonly status: DisputeStatus; readonly limit: number; readonly after?: DeadlineCursor },
): Statement<object[]> {
  const isBelow = after !== undefined && after.isDecided === isDecided(status)
  return sql`
    select * from disputes
    where status = ${status}
      ${
        isBelow
          ? sql`and (coalesce(answer_by, ${never(sql)}), id)
              > (${after.answerBy ?? never(sql)}, ${after.id}::uuid)`
          : sql``
      }
    order by coalesce(answer_by, ${never(sql)}), id
    limit ${limit}`
}

const never = (sql: Sql) => sql`'infinity'::timestamptz`

const isDecided = (status: DisputeStatus): boolean => status === 'WON' || status === 'LOST'
