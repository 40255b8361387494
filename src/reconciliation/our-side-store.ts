import type { Case } from '../cases/case.ts'
import type { Queryable } from '../db/pool.ts'
import type { OurSide } from './has-ended.ts'

/** The current state of a case's object, for display to an operator. */
export async function ourSideOf(
  sql: Queryable,
  { accountId, objectType, objectId }: Pick<Case, 'accountId' | 'objectType' | 'objectId'>,
): Promise<OurSide | undefined> {
  if (!accountId || !objectId || !objectType) return undefined
  const row = await (() => {
    switch (objectType) {
      case 'transaction':
        return sql<Row[]>`
          select json_build_object('status', status, 'method', method, 'amount', amount,
            'refundedAmount', refunded_amount, 'installments', installments,
            'createdAt', created_at, 'paidAt', paid_at) as side
          from transactions where account_id = ${accountId} and id = ${objectId}`
      case 'refund':
        return sql<Row[]>`
          select json_build_object('status', r.status, 'method', t.method, 'amount', r.amount,
            'transactionId', r.transaction_id, 'returnedAmount', r.returned_amount,
            'createdAt', r.created_at, 'updatedAt', r.updated_at) as side
          from refunds r
          join transactions t on t.account_id = r.account_id and t.id = r.transaction_id
          where r.account_id = ${accountId} and r.id = ${objectId}`
      case 'dispute':
        return sql<Row[]>`
          select json_build_object('status', status, 'kind', kind, 'amount', amount,
            'lostAmount', lost_amount, 'transactionId', transaction_id,
            'openedAt', opened_at, 'decidedAt', decided_at) as side
          from disputes where account_id = ${accountId} and id = ${objectId}`
      case 'cashout':
        return sql<Row[]>`
          select json_build_object('status', status, 'amount', amount,
            'returnedAmount', returned_amount, 'endToEndId', end_to_end_id,
            'createdAt', created_at, 'completedAt', completed_at) as side
          from cashouts where account_id = ${accountId} and id = ${objectId}`
    }
  })()
  return row[0]?.side
}

interface Row {
  readonly side: OurSide
}
