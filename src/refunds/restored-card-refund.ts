import { derivedId, markedId } from '../primitives/id.ts'
import type { Transaction } from '../transactions/transaction.ts'

/**
 * The id of a card refund that is brought back: an acquirer knows a cancel by no id of ours. It
 * follows from the payment and the place of the refund in its list.
 */
export const restoredCardRefundId = (
  { accountId, id }: Pick<Transaction, 'accountId' | 'id'>,
  index: number,
): string => markedId(derivedId(`restored refund ${id} ${index}`), accountId)

/**
 * The refund that a sweep has brought back and that may be the one requested now: the key of its
 * first request is lost.
 */
export const restoredTwin = (transaction: Transaction, amount: number): string | undefined =>
  transaction.refunds?.find(
    (each, index) => each.amount === amount && each.id === restoredCardRefundId(transaction, index),
  )?.id
