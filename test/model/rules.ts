import {
  hold,
  inBook,
  type Reference,
  type ReferenceCorrection,
  type ReferenceSale,
  remainingAmount,
} from './reference.ts'
import { allThere, feeOfCashout, spendable, wanted } from './spendable.ts'

export interface RefundParameters {
  /** Absent: the whole remaining amount. */
  readonly amount?: number
  /** The client confirms that an equal refund is not a duplicate. */
  readonly skipsDuplicateCheck: boolean
  /** The request names a PIX key as the destination. */
  readonly isToKey?: boolean
}

/**
 * The code with which the gateway must reject a refund that is requested now. `undefined`: it must
 * accept it.
 */
export function refusalOf(
  reference: Reference,
  sale: ReferenceSale,
  { amount: requested, skipsDuplicateCheck, isToKey = false }: RefundParameters,
  at: Date,
): string | undefined {
  const left = refundableAmount(reference, sale)
  const ofSale = [...reference.refunds.values()].filter(({ saleId }) => saleId === sale.id)
  if (sale.status !== 'PAID') return 'status-does-not-allow'
  if (left === 0 || (requested ?? 0) > left) return 'refund-above-paid'
  if (sale.method === 'CREDIT_CARD' && ofSale.some(({ status }) => status === 'PROCESSING'))
    return 'refund-in-progress'
  if (isToKey !== needsKey(sale, at))
    return isToKey
      ? 'refund-not-available'
      : sale.method === 'BOLETO'
        ? 'pix-key-required'
        : 'refund-too-late'
  const amount = requested ?? left
  const isLike = (each: (typeof ofSale)[number]) =>
    each.amount === amount &&
    each.status !== 'FAILED' &&
    at.getTime() - each.createdAt.getTime() < 10 * 60_000
  if (!skipsDuplicateCheck && ofSale.some(isLike)) return 'possible-duplicate'
  // A key without an owner check may be the merchant's own: only money without another claim may go
  // to it.
  if (isToKey && !reference.terms.checksOwner)
    return isFree(reference, amount) ? undefined : 'insufficient-balance'
  if (!reference.terms.owes && hold(reference, amount).missing > 0) return 'insufficient-balance'
  return undefined
}

/** What remains of a sale, without what a lost dispute has taken and the books still owe. */
function refundableAmount(reference: Reference, sale: ReferenceSale): number {
  const owed = [...reference.disputes.values()]
    .filter(({ saleId, status }) => saleId === sale.id && status === 'LOST')
    .reduce((sum, { took, lost }) => sum + took - lost, 0)
  return Math.max(0, remainingAmount(reference, sale) - owed)
}

/**
 * Whether the provider cannot refund the sale, so that a refund needs a PIX key: always for a
 * boleto, and after 90 days for a PIX.
 */
export const needsKey = ({ method, paidAt }: ReferenceSale, at: Date): boolean =>
  method === 'BOLETO' ||
  (method === 'PIX' && paidAt !== undefined && at.getTime() - paidAt.getTime() > 90 * dayMs)

const isFree = (reference: Reference, amount: number): boolean =>
  inBook(reference, 'debt') === 0 && amount <= allThere(reference) - wanted(reference)

/**
 * The code with which the gateway must reject a correction: it takes more than is available, or
 * pays more than the debt.
 */
export function refusalOfCorrection(
  reference: Reference,
  { debit, credit, amount }: ReferenceCorrection,
) {
  const isMissing = debit === 'available' && amount > inBook(reference, debit)
  const isTooMuch = credit === 'debt' && amount > 0 - inBook(reference, 'debt')
  return isMissing || isTooMuch ? 'insufficient-balance' : undefined
}

/** The code with which the gateway must reject a cashout to a new key. */
export const refusalOfCashout = (reference: Reference, amount: number): string | undefined =>
  amount + feeOfCashout(reference, amount) > spendable(reference)
    ? 'insufficient-balance'
    : undefined

const dayMs = 86_400_000
