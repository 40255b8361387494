import {
  inBook,
  isOpen,
  leftIn,
  type Reference,
  remainingAmount,
  roundHalfUp,
  toCome,
} from './reference.ts'

export const feeOfCashout = ({ terms }: Reference, amount: number): number =>
  terms.cashoutFixed + roundHalfUp(amount, terms.cashoutRate)

/**
 * The largest cashout: with its fee it is the available money that no dispute claims. 0: none is
 * possible.
 */
export const mostToCashOut = (reference: Reference): number =>
  mostWithin(reference, spendable(reference))

/** The largest amount that is, with its fee, at most `free`. */
export function mostWithin(reference: Reference, free: number): number {
  const { cashoutFixed, cashoutRate } = reference.terms
  // The first guess is never too low: rounding makes a fee at most half a cent smaller.
  let amount = Math.max(
    0,
    Math.min(free, Math.ceil(((free - cashoutFixed + 1) * 10_000) / (10_000 + cashoutRate))),
  )
  while (amount > 0 && amount + feeOfCashout(reference, amount) > free) amount -= 1
  return amount
}

/**
 * The available money minus the amount that disputes still claim: a dispute takes it first.
 */
export const spendable = (reference: Reference): number =>
  Math.max(0, inBook(reference, 'available') - wanted(reference))

/** The amount that disputes claim and do not hold, because there was not enough money. */
export function wanted(reference: Reference): number {
  let sum = 0
  for (const sale of reference.sales.values()) {
    // The disputes of one payment share its remaining amount.
    let left = remainingAmount(reference, sale)
    for (const dispute of reference.disputes.values()) {
      if (dispute.saleId !== sale.id || !(isOpen(dispute) || dispute.status === 'LOST')) continue
      const has = dispute.lost + dispute.held.reduce((all, { amount }) => all + amount, 0)
      const part = Math.max(
        0,
        Math.min((isOpen(dispute) ? dispute.amount : dispute.took) - has, left),
      )
      left -= part
      sum += part
    }
  }
  return sum
}

/** Whether a debt or a dispute has a prior claim on the account's money. */
export const isOwing = (reference: Reference): boolean =>
  wanted(reference) > 0 || inBook(reference, 'debt') !== 0

/** The same, before or after the current commit. */
export const mayOwe = (reference: Reference): boolean => reference.owedBefore || isOwing(reference)

/** The money that could be held: available and pending. */
export const allThere = (reference: Reference): number =>
  toCome(reference).reduce((sum, part) => sum + leftIn(part), inBook(reference, 'available'))
