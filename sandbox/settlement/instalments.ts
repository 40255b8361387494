import { isBusinessDay } from '../../src/brazil/bank-calendar.ts'
import { installmentSettlementDate, splitInstallments } from '../../src/brazil/installments.ts'
import { cents } from '../../src/primitives/money.ts'
import type { Instalment } from './row.ts'

/** The parts a card sale is paid in: they add up to the gross, and each bears its own rounded fee. */
export function instalmentsOf(
  sale: { readonly gross: number; readonly instalments: number },
  soldOn: Temporal.PlainDate,
): readonly Omit<Instalment, 'kind' | 'providerReference'>[] {
  const basisPoints = pricePerSale(sale.instalments)
  return splitInstallments(cents(sale.gross), sale.instalments).map((gross, index) => {
    const fee = feeOf(gross, basisPoints)
    const dueOn = installmentSettlementDate(soldOn, index + 1).toString()
    return { number: index + 1, total: sale.instalments, gross, fee, net: gross - fee, dueOn }
  })
}

/** The days whose sales have their part `part` paid on that day, from and to: many after a weekend, none on one. */
export function soldDaysPaidOn(
  date: Temporal.PlainDate,
  part: number,
): { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate } | undefined {
  if (!isBusinessDay(date)) return undefined
  let first = date
  while (!isBusinessDay(first.subtract({ days: 1 }))) first = first.subtract({ days: 1 })
  return { from: first.subtract({ days: 30 * part }), to: date.subtract({ days: 30 * part }) }
}

/** What the pretend acquirer keeps of a sale, in basis points: 1.99 % at once, 2.49 % up to 6 parts, 2.99 % above. */
const pricePerSale = (instalments: number): number => {
  if (instalments === 1) return 199
  return instalments <= 6 ? 249 : 299
}

/** Half up, to the cent; exact for any amount, as a product of cents and basis points may not be. */
const feeOf = (gross: number, basisPoints: number): number =>
  Number((BigInt(gross) * BigInt(basisPoints) + 5_000n) / 10_000n)
