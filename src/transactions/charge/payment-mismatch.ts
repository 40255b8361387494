import type { App } from '../../app.ts'
import { openCase } from '../../cases/open-case.ts'
import type { Arrival } from '../methods/method.ts'
import { methods } from '../methods/methods.ts'
import { canBePaid, orderedAmount, type Transaction } from '../transaction.ts'

type Deps = Pick<App, 'sql' | 'clock' | 'log'>

/** Money that was received for a charge, as its provider reports it. Cents. */
export interface ReceivedPayment extends Arrival {
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
  const method = methods[transaction.method]
  const isItsAmount = method.amountFacts(transaction, arrival) !== undefined
  const isPart = isItsAmount && returned > 0 && canBePaid(transaction)
  const isOther = !isItsAmount || isPart
  const known = method.endToEndId(transaction)
  const isOurs = !isOther && (endToEndId === undefined || endToEndId === known)
  if (isOurs || isReturned(arrival)) return
  await openCase(app, transaction.providerId, {
    ...caseOf(transaction),
    kind: isOther ? 'arrival-amount-differs' : 'arrival-doubled',
    subject: endToEndId ?? transaction.id,
    // These facts do not depend on later changes of the charge, so a closed case stays closed.
    expected: {
      amount: orderedAmount(transaction),
      ...(!isOther && known && { endToEndId: known }),
    },
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
    expected: { amount: orderedAmount(transaction), status: transaction.status },
  })

const caseOf = (transaction: Transaction) =>
  ({
    accountId: transaction.accountId,
    objectType: 'transaction',
    objectId: transaction.id,
    reference: methods[transaction.method].reference(transaction),
  }) as const
