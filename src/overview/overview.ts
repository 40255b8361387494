import { type PaymentMethod, paymentMethods } from '../../contract/fields.ts'
import type { OverviewWire } from '../../contract/overview.ts'
import { methods } from '../transactions/methods/methods.ts'
import type { OutcomeTotal, SaleTotal } from './totals-store.ts'

type Sales = OverviewWire['sales']['days'][number]

/** Each day of the period, also a day without a sale. The last one is today. */
export function salesByDay(totals: readonly SaleTotal[], days: readonly string[]): Sales[] {
  const ofDay = Map.groupBy(totals, ({ day }) => day)
  return days.map((date) => {
    const byMethod = paymentMethods.map((paymentMethod) => {
      const { clearingBook } = methods[paymentMethod]
      const own = (ofDay.get(date) ?? []).filter(({ book }) => book === clearingBook)
      return { paymentMethod, count: sum(own, 'count'), amount: sum(own, 'amount') }
    })
    return { date, count: sum(byMethod, 'count'), amount: sum(byMethod, 'amount'), byMethod }
  })
}

/**
 * The share of successful payments. For charges: those paid in the period per those created in it.
 * For other payments: those approved per those that a provider decided.
 */
export function approvalByMethod(
  outcomes: readonly OutcomeTotal[],
  sales: readonly SaleTotal[],
): OverviewWire['approval'] {
  const count = (method: PaymentMethod, outcome: OutcomeTotal['outcome']) =>
    sum(
      outcomes.filter((total) => total.method === method && total.outcome === outcome),
      'count',
    )
  return paymentMethods.map((paymentMethod) => {
    const { isCharge, clearingBook } = methods[paymentMethod]
    const approved = isCharge
      ? sum(
          sales.filter(({ book }) => book === clearingBook),
          'count',
        )
      : count(paymentMethod, 'approved')
    const tried = isCharge
      ? count(paymentMethod, 'created')
      : approved + count(paymentMethod, 'refused')
    // What was created before the period and paid in it must not make more than all.
    const rate = tried === 0 ? null : Math.min(1, Math.round((approved / tried) * 10_000) / 10_000)
    return { paymentMethod, tried, approved, rate }
  })
}

/** The last days up to one, the earliest first. */
export const daysUntil = (last: Temporal.PlainDate, count: number): string[] =>
  Array.from({ length: count }, (_, n) => last.subtract({ days: count - 1 - n }).toString())

const sum = <Name extends string>(
  rows: readonly Readonly<Record<Name, number>>[],
  name: Name,
): number => rows.reduce((total, row) => total + row[name], 0)
