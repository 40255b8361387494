import { isBusinessDay } from '../../src/brazil/bank-calendar.ts'
import { installmentSettlementDate, splitInstallments } from '../../src/brazil/installments.ts'
import { cents } from '../../src/primitives/money.ts'
import type { Installment } from './row.ts'

/** Of a card sale; gross in cents. */
export interface SoldByCard {
  readonly gross: number
  readonly installments: number
}

type Part = Omit<Installment, 'kind' | 'providerReference'>

/**
 * The parts in which sales of a day are paid: they add up to the gross, and each bears its own rounded fee. Due days are worked
 * out once for all sales of the day.
 */
export function installmentsOfDay(soldOn: Temporal.PlainDate): (sale: SoldByCard) => readonly Part[] {
  const dueDays: string[] = []
  return ({ gross, installments: total }) => {
    while (dueDays.length < total) dueDays.push(installmentSettlementDate(soldOn, dueDays.length + 1).toString())
    return splitInstallments(cents(gross), total).map((share, index) => {
      const fee = feeOf(share, total)
      return { number: index + 1, total, gross: share, fee, net: share - fee, dueOn: dueDays[index] ?? '' }
    })
  }
}

/** What is paid of one part, 1 the first, in cents; 0 when there is no such part. */
export function netOfPart({ gross, installments }: SoldByCard, part: number): number {
  const share = splitInstallments(cents(gross), installments)[part - 1]
  return share === undefined ? 0 : share - feeOf(share, installments)
}

/** More parts are not sold. */
const mostParts = 99

/** For each part, the days whose sales have it paid on that day: many after a weekend, none on one. */
export function soldDaysPaidOn(
  date: Temporal.PlainDate,
): readonly { readonly part: number; readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate }[] {
  if (!isBusinessDay(date)) return []
  let first = date
  while (!isBusinessDay(first.subtract({ days: 1 }))) first = first.subtract({ days: 1 })
  return Array.from({ length: mostParts }, (_, index) => {
    const days = 30 * (index + 1)
    return { part: index + 1, from: first.subtract({ days }), to: date.subtract({ days }) }
  })
}

/** What the pretend acquirer keeps of a part, half up to the cent; exact also where a product of numbers would not be. */
const feeOf = (share: number, installments: number): number =>
  Number((BigInt(share) * basisPointsOf(installments) + 5_000n) / 10_000n)

/** 1.99 % of a sale at once, 2.49 % in up to 6 parts, 2.99 % above. */
const basisPointsOf = (installments: number): bigint => {
  if (installments === 1) return 199n
  return installments <= 6 ? 249n : 299n
}
