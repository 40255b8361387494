import {
  hold,
  inBook,
  type Reference,
  type ReferenceCorrection,
  type ReferenceSale,
  untaken,
} from './reference.ts'
import { allThere, feeOfCashout, spendable, wanted } from './spendable.ts'

export interface RefundParameters {
  /** Absent: all that is left. */
  readonly amount?: number
  /** The same again is meant. */
  readonly skipsDuplicateCheck: boolean
  /** A key is named that it is to be sent to. */
  readonly isToKey?: boolean
}

/**
 * Why a refund asked for now must be refused, as the code of the answer; `undefined`: it must be
 * taken.
 */
export function refusalOf(
  reference: Reference,
  sale: ReferenceSale,
  { amount: asked, skipsDuplicateCheck, isToKey = false }: RefundParameters,
  at: Date,
): string | undefined {
  const left = untaken(reference, sale)
  const ofSale = [...reference.refunds.values()].filter(({ saleId }) => saleId === sale.id)
  if (sale.status !== 'PAID') return 'status-does-not-allow'
  if (left === 0 || (asked ?? 0) > left) return 'refund-above-paid'
  if (sale.method === 'CREDIT_CARD' && ofSale.some(({ status }) => status === 'PROCESSING'))
    return 'refund-in-progress'
  if (isToKey !== needsKey(sale, at))
    return isToKey
      ? 'refund-not-available'
      : sale.method === 'BOLETO'
        ? 'pix-key-required'
        : 'refund-too-late'
  const amount = asked ?? left
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

/** There is no way back: a boleto never has one, and a PIX has none after 90 days. */
export const needsKey = ({ method, paidAt }: ReferenceSale, at: Date): boolean =>
  method === 'BOLETO' ||
  (method === 'PIX' && paidAt !== undefined && at.getTime() - paidAt.getTime() > 90 * dayMs)

const isFree = (reference: Reference, amount: number): boolean =>
  inBook(reference, 'debt') === 0 && amount <= allThere(reference) - wanted(reference)

/**
 * Why a correction must be refused: it takes from a merchant what the book does not hold, or pays a
 * debt that is not there.
 */
export function refusalOfCorrection(
  reference: Reference,
  { debit, credit, amount }: ReferenceCorrection,
) {
  const isMissing = debit === 'available' && amount > inBook(reference, debit)
  const isTooMuch = credit === 'debt' && amount > 0 - inBook(reference, 'debt')
  return isMissing || isTooMuch ? 'insufficient-balance' : undefined
}

/** Why a cashout to a new key must be refused. */
export const refusalOfCashout = (reference: Reference, amount: number): string | undefined =>
  amount + feeOfCashout(reference, amount) > spendable(reference)
    ? 'insufficient-balance'
    : undefined

const dayMs = 86_400_000
