import type { App } from '../../app.ts'
import { openCase } from '../../cases/open-case.ts'
import { methods } from '../methods/methods.ts'
import { canBePaid, type Transaction } from '../transaction.ts'

type Deps = Pick<App, 'sql' | 'clock' | 'log'>

/** Money that was received for a charge, as its provider reports it. Cents. */
export interface ReceivedPayment {
  readonly amount: number
  readonly paidAt: Date
  readonly endToEndId?: string
  /** The amount that was returned. Absent: none. */
  readonly returned?: number
}

export const isReturned = ({ amount, returned = 0 }: ReceivedPayment): boolean => returned >= amount

/**
 * Opens a case for received money that is not the payment of its charge, once for each EndToEndId.
 * It is another amount, the rest of a payment of which a part was returned before it was credited,
 * or a second payment. No book changes, because the money belongs to the payer, and the bank
 * returns it. Money that was returned completely needs no case.
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
  if (isOurs || isReturned(arrival)) return
  await openCase(app, transaction.providerId, {
    ...caseOf(transaction),
    kind: isOther ? 'arrival-amount-differs' : 'arrival-doubled',
    subject: endToEndId ?? transaction.id,
    // These facts do not depend on later changes of the charge, so a closed case stays closed.
    expected: { amount: transaction.amount, ...(!isOther && known && { endToEndId: known }) },
    found: { amount: isPart ? amount - returned : amount, ...(endToEndId && { endToEndId }) },
  })
}

/**
 * Opens a case for a charge that expired long ago and whose bank does not report whether it was
 * paid. Its status stays.
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
