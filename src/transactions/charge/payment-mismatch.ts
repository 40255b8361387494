import type { App } from '../../app.ts'
import { openCase } from '../../cases/open-case.ts'
import { methods } from '../methods/methods.ts'
import { canBePaid, type Transaction } from '../transaction.ts'

type Deps = Pick<App, 'sql' | 'clock' | 'log'>

/** Money that arrived for a charge, as its provider tells it. Cents. */
export interface ReceivedPayment {
  readonly amount: number
  readonly paidAt: Date
  readonly endToEndId?: string
  /** What went back of it. Absent: nothing. */
  readonly returned?: number
}

export const isGivenBack = ({ amount, returned = 0 }: ReceivedPayment): boolean =>
  returned >= amount

/**
 * A person is told of money that is not the payment of its charge, once for each EndToEndId:
 * another amount (also what is left where a part went back before it could be credited), or a
 * second payment. No book moves: it is the payer's, and goes back to him at the bank. What was
 * given back already is nothing to tell.
 */
export async function reportMismatch(
  app: Deps,
  transaction: Transaction,
  arrival: ReceivedPayment,
): Promise<void> {
  const { amount, endToEndId, returned = 0 } = arrival
  const isPart = amount === transaction.amount && returned > 0 && canBePaid(transaction)
  const isOther = amount !== transaction.amount || isPart
  const known = methods[transaction.method].endToEndId(transaction)
  const isOurs = !isOther && (endToEndId === undefined || endToEndId === known)
  if (isOurs || isGivenBack(arrival)) return
  await openCase(app, transaction.providerId, {
    ...caseOf(transaction),
    kind: isOther ? 'arrival-amount-differs' : 'arrival-doubled',
    subject: endToEndId ?? transaction.id,
    // The same whatever happens to the charge later: a difference a person closed stays closed.
    expected: { amount: transaction.amount, ...(!isOther && known && { endToEndId: known }) },
    found: { amount: isPart ? amount - returned : amount, ...(endToEndId && { endToEndId }) },
  })
}

/**
 * The time of a charge is long over and its bank does not say whether it was paid: it goes on
 * waiting, and a person is told.
 */
export const reportUnresolved = (app: Deps, transaction: Transaction): Promise<void> =>
  openCase(app, transaction.providerId, {
    ...caseOf(transaction),
    kind: 'charge-unresolved',
    subject: transaction.id,
    expected: { amount: transaction.amount, status: transaction.status },
  })

const caseOf = (transaction: Transaction) =>
  ({
    accountId: transaction.accountId,
    objectType: 'transaction',
    objectId: transaction.id,
    reference: methods[transaction.method].reference(transaction),
  }) as const
