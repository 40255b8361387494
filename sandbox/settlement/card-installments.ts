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
 * The installments of the sales of a day. They add up to the gross, and each has its own rounded
 * fee. The due days are computed once for all sales of the day. `dueOn`: the rule of the acquirer.
 */
export function installmentsOfDay(
  soldOn: Temporal.PlainDate,
  dueOn: typeof installmentSettlementDate = installmentSettlementDate,
): (sale: SoldByCard) => readonly Part[] {
  const dueDays: string[] = []
  return ({ gross, installments: total }) => {
    while (dueDays.length < total) dueDays.push(dueOn(soldOn, dueDays.length + 1).toString())
    return splitInstallments(cents(gross), total).map((share, index) => {
      const fee = feeOf(share, total)
      return {
        number: index + 1,
        total,
        gross: share,
        fee,
        net: share - fee,
        dueOn: dueDays[index] ?? '',
      }
    })
  }
}

/** The net amount of one part, numbered from 1, in cents. 0 when there is no such part. */
export function netOfPart({ gross, installments }: SoldByCard, part: number): number {
  const share = splitInstallments(cents(gross), installments)[part - 1]
  return share === undefined ? 0 : share - feeOf(share, installments)
}

/** The highest number of parts that is sold. */
const mostParts = 99

/**
 * For each part, the days of the sales that are paid on this day: several after a weekend, none on
 * a weekend.
 */
export function soldDaysPaidOn(date: Temporal.PlainDate): readonly {
  readonly part: number
  readonly from: Temporal.PlainDate
  readonly to: Temporal.PlainDate
}[] {
  if (!isBusinessDay(date)) return []
  let first = date
  while (!isBusinessDay(first.subtract({ days: 1 }))) first = first.subtract({ days: 1 })
  return Array.from({ length: mostParts }, (_, index) => {
    const days = 30 * (index + 1)
    return { part: index + 1, from: first.subtract({ days }), to: date.subtract({ days }) }
  })
}

/**
 * The simulated acquirer's fee for a part, rounded half up to the cent. BigInt keeps it exact where
 * a product of numbers would not be.
 */
const feeOf = (share: number, installments: number): number =>
  Number((BigInt(share) * basisPointsOf(installments) + 5_000n) / 10_000n)

/** 1.99 % of a sale at once, 2.49 % in up to 6 parts, 2.99 % above. */
const basisPointsOf = (installments: number): bigint => {
  if (installments === 1) return 199n
  return installments <= 6 ? 249n : 299n
}
