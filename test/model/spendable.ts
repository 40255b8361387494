import {
  inBook,
  isOpen,
  leftIn,
  type Reference,
  roundHalfUp,
  toCome,
  untaken,
} from './reference.ts'

export const feeOfCashout = ({ terms }: Reference, amount: number): number =>
  terms.cashoutFixed + roundHalfUp(amount, terms.cashoutRate)

/**
 * The most that can leave: with its fee it is all there is above what disputes have a claim to. 0:
 * nothing can.
 */
export const mostToCashOut = (reference: Reference): number =>
  mostWithin(reference, spendable(reference))

/** The most of which amount and fee are within what is free. */
export function mostWithin(reference: Reference, free: number): number {
  const { cashoutFixed, cashoutRate } = reference.terms
  // Not less than it can be: rounding makes a fee no more than half a cent smaller.
  let amount = Math.max(
    0,
    Math.min(free, Math.ceil(((free - cashoutFixed + 1) * 10_000) / (10_000 + cashoutRate))),
  )
  while (amount > 0 && amount + feeOfCashout(reference, amount) > free) amount -= 1
  return amount
}

/**
 * What is available, less what disputes that could not have all they claim will have of it first.
 */
export const spendable = (reference: Reference): number =>
  Math.max(0, inBook(reference, 'available') - wanted(reference))

/** What disputes could have and do not, as nothing was there when they looked. */
export function wanted(reference: Reference): number {
  let sum = 0
  for (const sale of reference.sales.values()) {
    // Of one payment they share what is untaken of it.
    let left = untaken(reference, sale)
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

/** The same, at any instant of the current commit. */
export const mayOwe = (reference: Reference): boolean => reference.wasOwing || isOwing(reference)

/** All that could be held for something: what is available, and what is to come. */
export const allThere = (reference: Reference): number =>
  toCome(reference).reduce((sum, part) => sum + leftIn(part), inBook(reference, 'available'))
