import { feeOfCashout, hold, type Reference, type ReferenceSale, spendable, untaken } from './reference.ts'

export interface RefundAsked {
  /** Absent: all that is left. */
  readonly amount?: number
  /** The same again is meant. */
  readonly isMeant: boolean
}

/** Why a refund asked for now must be refused, as the code of the answer; `undefined`: it must be taken. */
export function refusalOf(
  reference: Reference,
  sale: ReferenceSale,
  { amount: asked, isMeant }: RefundAsked,
  at: Date,
): string | undefined {
  const left = untaken(reference, sale)
  const ofSale = [...reference.refunds.values()].filter(({ saleId }) => saleId === sale.id)
  if (sale.status !== 'PAID') return 'status-does-not-allow'
  if (left === 0 || (asked ?? 0) > left) return 'refund-above-paid'
  if (sale.method === 'BOLETO') return 'refund-not-available'
  if (sale.method === 'PIX' && at.getTime() - (sale.paidAt?.getTime() ?? 0) > 90 * dayMs) return 'refund-too-late'
  if (sale.method === 'CREDIT_CARD' && ofSale.some(({ status }) => status === 'PROCESSING')) return 'refund-in-progress'
  const amount = asked ?? left
  const isLike = (each: (typeof ofSale)[number]) =>
    each.amount === amount && each.status !== 'FAILED' && at.getTime() - each.createdAt.getTime() < 10 * 60_000
  if (!isMeant && ofSale.some(isLike)) return 'possible-duplicate'
  if (!reference.terms.owes && hold(reference, amount).missing > 0) return 'insufficient-balance'
  return undefined
}

/** Why a cashout to a key nobody used must be refused. */
export const refusalOfCashout = (reference: Reference, amount: number): string | undefined =>
  amount + feeOfCashout(reference, amount) > spendable(reference) ? 'insufficient-balance' : undefined

const dayMs = 86_400_000
