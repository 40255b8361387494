import type { PaymentMethod } from '../../contract/fields.ts'
import type { ReceivableStatus } from '../../contract/receivable.ts'
import { addBusinessDays, nextBusinessDay } from '../brazil/bank-calendar.ts'
import { splitInstallments } from '../brazil/installments.ts'
import { localDate } from '../brazil/local-time.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { remembered } from '../primitives/remembered.ts'

/** One part of a sale's money that the merchant will receive. */
export interface Receivable {
  readonly accountId: string
  readonly id: string
  /** Increased by one at each change. Starts at 1. */
  readonly version: number
  readonly transactionId: string
  readonly method: PaymentMethod
  /** 1 is the first of `parts`. */
  readonly number: number
  readonly parts: number
  readonly gross: Cents
  readonly fee: Cents
  /** Taken from it by refunds and disputes before it was settled. Never more than its `netOf`. */
  readonly taken: Cents
  /** The bank day it becomes available, `YYYY-MM-DD` in São Paulo. */
  readonly dueOn: string
  /**
   * SCHEDULED until its day, then SETTLED, also if nothing of it was left to become available.
   */
  readonly status: ReceivableStatus
  readonly settledAt?: Date
  /**
   * The registered unit, together with `dueOn` (docs/design/brazil.md#installments-and-settlement).
   */
  readonly unit: ReceivableUnit
  readonly createdAt: Date
}

export interface ReceivableUnit {
  readonly merchantDocument: string
  /** Brand and kind, `VISA_CREDIT`. Absent for other methods than cards. */
  readonly arrangement?: string
  readonly providerId: string
}

/** One part of a plan: its date, amount and fee. */
export interface ReceivablePart {
  readonly number: number
  readonly dueOn: string
  readonly gross: Cents
  readonly fee: Cents
}

/** The value of a part for the merchant when nothing was taken from it. */
export const netOf = ({ gross, fee }: Pick<Receivable, 'gross' | 'fee'>): Cents =>
  cents(gross - fee)

/** The amount released on its day. */
export const dueOf = (receivable: Pick<Receivable, 'gross' | 'fee' | 'taken'>): Cents =>
  cents(netOf(receivable) - receivable.taken)

/**
 * When and in which parts a sale settles. A sale with installments has one part for each
 * installment, each `days` calendar days after the previous one, moved to the next business day
 * (docs/design/brazil.md#installments-and-settlement). Any other sale settles as a whole, `days`
 * business days later. The gross amounts add up to the amount and the fees to the fee. Odd cents
 * are in the first parts. Empty: the sale is available at once.
 */
export function planReceivables(sale: {
  readonly hasInstallments: boolean
  readonly amount: Cents
  readonly fee: Cents
  readonly installments: number
  /** The account's settlement delay of the method. */
  readonly days: number
  /** When the sale was paid, or for a quote would be paid. */
  readonly paidAt: Date
}): ReceivablePart[] {
  const { hasInstallments, amount, fee, days } = sale
  if (days === 0) return []
  const paidOn = localDate(sale.paidAt).toString()
  if (!hasInstallments)
    return [{ number: 1, dueOn: businessDaysLater(`${paidOn} ${days}`), gross: amount, fee }]
  const fees = splitInstallments(fee, sale.installments)
  return splitInstallments(amount, sale.installments).map((gross, index) => ({
    number: index + 1,
    dueOn: calendarDaysLater(`${paidOn} ${days * (index + 1)}`),
    gross,
    fee: fees[index] ?? cents(0),
  }))
}

// By a date and a number of days. A page of payments has many of a few dates.
const businessDaysLater = remembered((key: string) => {
  const { date, days } = readKey(key)
  return addBusinessDays(date, days).toString()
})
const calendarDaysLater = remembered((key: string) => {
  const { date, days } = readKey(key)
  return nextBusinessDay(date.add({ days })).toString()
})

function readKey(key: string): { date: Temporal.PlainDate; days: number } {
  const [date = '', days] = key.split(' ')
  return { date: Temporal.PlainDate.from(date), days: Number(days) }
}
