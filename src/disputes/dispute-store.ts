import { disputeKinds, disputeStatuses } from '../../contract/dispute.ts'
import { columnar, columnsOf } from '../db/columnar.ts'
import { newestFirst } from '../db/newest-first-store.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'
import { pairsOf } from '../db/union-all.ts'
import type { RowWriter } from '../journal/change.ts'
import { lostById } from '../journal/lost-rows.ts'
import { inIdOrder } from '../journal/written-rows.ts'
import { cents } from '../primitives/money.ts'
import { type Hold, heldAmount } from '../settlement/hold.ts'
import type { Dispute, DisputeAnswer, DisputeStatus } from './dispute.ts'

/** A new dispute. Loses when the provider's case has a dispute already. */
export const newDisputesWriter: RowWriter<Dispute> = {
  name: 'disputes-new',
  async write(tx, rows) {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      id: 'uuid',
      transaction_id: 'uuid',
      kind: 'text',
      status: 'text',
      provider_id: 'uuid',
      case_id: 'text',
      amount: 'bigint',
      opened_at: 'timestamptz',
      ...changingColumns,
    })
    const written = await tx<{ id: string }[]>`
      insert into disputes (${columns}, version)
      select ${columns}, 1 from unnest(${arrays}) as n (${columns})
      on conflict do nothing
      returning id`
    return lostById(rows, written)
  },
}

/** The next version of a dispute. Loses unless the stored version is the previous one. */
export const disputesWriter: RowWriter<Dispute> = {
  name: 'disputes',
  async write(tx, rows) {
    const { columns, arrays } = columnar(inIdOrder(rows), {
      account_id: 'uuid',
      id: 'uuid',
      version: 'int',
      status: 'text',
      ...changingColumns,
    })
    const written = await tx<{ id: string }[]>`
      update disputes d set version = n.version, status = n.status, holds = n.holds, held = n.held,
        short = n.short, lost_amount = n.lost_amount, provider_took = n.provider_took,
        facts = n.facts, answer_by = n.answer_by, decided_at = n.decided_at,
        updated_at = n.updated_at, due_at = n.due_at,
        queries = case when n.facts::text = d.facts::text then d.queries else 0 end
      from unnest(${arrays}) as n (${columns})
      where d.account_id = n.account_id and d.id = n.id and d.version = n.version - 1
        ${ofAccounts(tx, 'd', rows)}
      returning d.id`
    return lostById(rows, written)
  },
}

export async function disputeById(
  sql: Queryable,
  accountId: string,
  id: string,
): Promise<Dispute | undefined> {
  const [row] = await sql<
    Row[]
  >`select ${columns(sql)} from disputes d where account_id = ${accountId} and id = ${id}`
  return row && disputeFrom(row)
}

/** The dispute a provider's case opened. */
export async function disputeByCase(
  sql: Queryable,
  { accountId, providerId, caseId }: Pick<Dispute, 'accountId' | 'providerId' | 'caseId'>,
): Promise<Dispute | undefined> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from disputes d
    where account_id = ${accountId} and provider_id = ${providerId} and case_id = ${caseId}`
  return row && disputeFrom(row)
}

/**
 * SQL that is true of a dispute that needs an answer, and takes it: it has none, or the provider
 * rejected it, and its time is not over.
 */
export const needsAnswer = (sql: Queryable, now: Date): Fragment => sql`
  status = 'NEEDS_RESPONSE'
    and coalesce(answer_by, 'infinity'::timestamptz) >= ${now}
    and (facts -> 'answer' is null or facts #> '{answer,rejected}' is not null)`

/** The filters of a list. */
export interface DisputeFilter {
  readonly statuses?: readonly DisputeStatus[]
  readonly kind?: Dispute['kind']
  readonly transactionId?: string
}

/** A cursor in a list that is sorted by newest first. */
export interface DisputeCursor {
  readonly openedAt: Date
  readonly id: string
}

/** Disputes, newest first. Each pair of kind and status is a range of one index. */
export const disputeList = newestFirst<DisputeFilter, DisputeCursor, Row, Dispute>({
  table: 'disputes',
  as: 'd',
  sortedBy: 'opened_at',
  instantOf: ({ openedAt }) => openedAt,
  ranges(sql, { statuses, kind, transactionId }) {
    if (transactionId !== undefined)
      return [
        sql`and transaction_id = ${transactionId}
          ${statuses ? sql`and status = any(${[...statuses]})` : sql``}
          ${kind === undefined ? sql`` : sql`and kind = ${kind}`}`,
      ]
    if (!statuses && kind === undefined) return [sql``]
    return pairsOf(kind === undefined ? disputeKinds : [kind], statuses ?? disputeStatuses).map(
      ([one, status]) => sql`and kind = ${one} and status = ${status}`,
    )
  },
  columns: (sql) => columns(sql),
  itemFrom: disputeFrom,
})

export interface Row
  extends Omit<
    Dispute,
    'amount' | 'lostAmount' | 'providerTook' | 'answerBy' | 'decidedAt' | 'dueAt' | keyof Facts
  > {
  readonly amount: number
  readonly lostAmount: number
  readonly providerTook: number
  readonly holds: readonly Hold[]
  readonly facts: StoredFacts
  readonly answerBy: Date | null
  readonly decidedAt: Date | null
  readonly dueAt: Date | null
}

type Facts = Pick<
  Dispute,
  'payment' | 'phase' | 'reason' | 'answer' | 'earlierAnswers' | 'remindedAt' | 'returnId'
>

/** The JSON form: instants are texts. */
interface StoredFacts extends Omit<Facts, 'answer' | 'earlierAnswers' | 'remindedAt'> {
  readonly answer?: StoredAnswer
  readonly earlierAnswers?: readonly StoredAnswer[]
  readonly remindedAt?: string
}

interface StoredAnswer extends Omit<DisputeAnswer, 'givenAt' | 'sentAt'> {
  readonly givenAt: string
  readonly sentAt?: string
}

export const columns = (sql: Queryable) => sql`
  d.account_id as "accountId", d.id, d.version, d.transaction_id as "transactionId", d.kind,
  d.status, d.provider_id as "providerId", d.case_id as "caseId", d.amount, d.holds,
  d.short as "hasShortfall", d.lost_amount as "lostAmount", d.provider_took as "providerTook",
  d.facts, d.opened_at as "openedAt", d.answer_by as "answerBy", d.decided_at as "decidedAt",
  d.updated_at as "updatedAt", d.due_at as "dueAt"`

const factsJson = ({
  payment,
  phase,
  reason,
  answer,
  earlierAnswers,
  remindedAt,
  returnId,
}: Dispute): string =>
  JSON.stringify({
    payment,
    phase,
    reason,
    answer,
    earlierAnswers,
    remindedAt,
    returnId,
  } satisfies Record<keyof Facts, unknown>)

export function disputeFrom({ facts, answerBy, decidedAt, dueAt, ...row }: Row): Dispute {
  const { payment, phase, reason, answer, earlierAnswers, remindedAt, returnId } = facts
  return {
    ...row,
    amount: cents(row.amount),
    lostAmount: cents(row.lostAmount),
    providerTook: cents(row.providerTook),
    payment,
    reason,
    ...(phase !== undefined && { phase }),
    ...(answer && { answer: answerFrom(answer) }),
    ...(earlierAnswers && { earlierAnswers: earlierAnswers.map(answerFrom) }),
    ...(remindedAt !== undefined && { remindedAt: new Date(remindedAt) }),
    ...(returnId !== undefined && { returnId }),
    ...(answerBy && { answerBy }),
    ...(decidedAt && { decidedAt }),
    ...(dueAt && { dueAt }),
  }
}

const answerFrom = ({ givenAt, sentAt, ...answer }: StoredAnswer): DisputeAnswer => ({
  ...answer,
  givenAt: new Date(givenAt),
  ...(sentAt !== undefined && { sentAt: new Date(sentAt) }),
})

/**
 * The provider's ids of the cases that are lost, of payments that were made since an instant. An
 * older one is not reversed any more.
 */
export async function lostCaseIds(sql: Sql, providerId: string, since: Date): Promise<string[]> {
  const rows = await sql<{ caseId: string }[]>`
    select d.case_id as "caseId"
    from disputes d
    join transactions t on t.account_id = d.account_id and t.id = d.transaction_id
    where d.provider_id = ${providerId} and d.decided_at >= ${since} and d.status = 'LOST'
      and t.created_at >= ${since}`
  return rows.map(({ caseId }) => caseId)
}

/** The columns that every version of a dispute writes. */
const changingColumns = columnsOf<Dispute>()({
  holds: ['json', (row) => JSON.stringify(row.holds)],
  held: ['bigint', (row) => heldAmount(row.holds)],
  short: ['boolean', (row) => row.hasShortfall],
  lost_amount: 'bigint',
  provider_took: 'bigint',
  facts: ['json', factsJson],
  answer_by: 'timestamptz',
  decided_at: 'timestamptz',
  updated_at: 'timestamptz',
  due_at: 'timestamptz',
})
