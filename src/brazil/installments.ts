import assert from 'node:assert/strict'
import { type Cents, cents } from '../primitives/money.ts'
import { nextBusinessDay } from './bank-calendar.ts'

/** The least an installment may be: R$ 5.00. */
export const minInstallment = cents(500)

/** The most parts a total can be paid in, each of at least R$ 5.00. One part is always possible. */
export const maxInstallments = (total: Cents): number =>
  Math.max(1, Math.floor(total / minInstallment))

/** Parts that add up to the total exactly: the odd cents go to the first ones. */
export function splitInstallments(total: Cents, parts: number): Cents[] {
  assert(Number.isSafeInteger(parts) && parts >= 1, `not a count of installments: ${parts}`)
  const odd = total % parts
  const each = (total - odd) / parts
  return Array.from({ length: parts }, (_, index) => cents(index < odd ? each + 1 : each))
}

/**
 * The day part `part` (1 is the first) of a credit sale is settled: 30 calendar days a part, then
 * the next business day.
 */
export function installmentSettlementDate(
  soldOn: Temporal.PlainDate,
  part: number,
): Temporal.PlainDate {
  assert(Number.isSafeInteger(part) && part >= 1, `not the number of an installment: ${part}`)
  return nextBusinessDay(soldOn.add({ days: 30 * part }))
}
