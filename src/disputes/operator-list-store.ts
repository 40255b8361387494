import type { Sql } from '../db/pool.ts'
import type { Dispute, DisputeStatus } from './dispute.ts'
import { columns, disputeFrom, type Row } from './dispute-store.ts'

/** A cursor in the operators' list. */
export interface DeadlineCursor {
  readonly isDecided: boolean
  readonly answerBy?: Date
  readonly id: string
}

/** One page of every account's disputes: the open ones first, each by its deadline. */
export async function disputesByDeadline(
  sql: Sql,
  {
    limit,
    statuses,
    after,
  }: {
    readonly limit: number
    readonly statuses?: readonly DisputeStatus[]
    readonly after?: DeadlineCursor
  },
): Promise<Dispute[]> {
  const never = sql`'infinity'::timestamptz`
  const rows = await sql<Row[]>`
    select ${columns(sql)} from disputes d
    where ${statuses ? sql`status = any(${[...statuses]})` : sql`true`}
      ${
        after
          ? sql`and (decided_at is not null, coalesce(answer_by, ${never}), id)
              > (${after.isDecided}, ${after.answerBy ?? never}, ${after.id}::uuid)`
          : sql``
      }
    order by (decided_at is not null), coalesce(answer_by, ${never}), id limit ${limit}`
  return rows.map(disputeFrom)
}
