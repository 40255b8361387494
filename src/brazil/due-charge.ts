import assert from 'node:assert/strict'
import { type Cents, cents } from '../primitives/money.ts'
import { businessDaysBetween, nextBusinessDay } from './bank-calendar.ts'

/** A local date, `YYYY-MM-DD`. The terms of a charge are stored as JSON. */
export type LocalDay = string

/** Hundredths of a percent: `2.00` % is 200. Always a whole number. */
export type Hundredths = number

/** Reais, or a percentage. */
export type FixedOrPercent =
  | { kind: 'fixed'; amount: Cents }
  | { kind: 'percent'; rate: Hundredths }

/** Interest on lateness: so much a day, or a simple rate. Days are calendar or business days. */
export type Interest = { days: 'calendar' | 'business' } & (
  | { kind: 'fixed-a-day'; amount: Cents }
  | { kind: 'percent'; per: 'day' | 'month' | 'year'; rate: Hundredths }
)

/** Either up to given dates (the earliest that has not passed counts), or for every day early. */
export type Discount =
  | { kind: 'until'; steps: readonly { date: LocalDay; off: FixedOrPercent }[] }
  | { kind: 'per-day-early'; days: 'calendar' | 'business'; off: FixedOrPercent }

/** A charge with a due date (cobv), or a boleto with the same terms. */
export type DueCharge = {
  original: Cents
  dueDate: LocalDay
  /** Calendar days after the due date on which it can be paid (validadeAposVencimento). */
  validDaysAfterDue: number
  /** Abatimento: always taken off. */
  rebate?: FixedOrPercent
  discount?: Discount
  /** Multa: once, from the first day late. */
  fine?: FixedOrPercent
  interest?: Interest
}

/** What is added to the original amount, and what is taken off. */
export type DueParts = {
  rebate: Cents
  discount: Cents
  fine: Cents
  interest: Cents
}

/** The amount to pay and its parts: original − rebate − discount + fine + interest. */
export type DueAmount = DueParts & { total: Cents }

/**
 * The amount due when paid on a local date (API Pix, `componentesValor`). A due date on which banks
 * are closed moves forward first.
 */
export function amountDueOn(charge: DueCharge, paidOn: Temporal.PlainDate): DueAmount {
  const dueOn = nextBusinessDay(Temporal.PlainDate.from(charge.dueDate))
  const isLate = Temporal.PlainDate.compare(paidOn, dueOn) > 0
  const rebate = charge.rebate ? partOf(charge.original, charge.rebate) : 0
  const discount =
    charge.discount && !isLate ? discountOf(charge.original, charge.discount, { paidOn, dueOn }) : 0
  const fine = charge.fine && isLate ? partOf(charge.original, charge.fine) : 0
  const interest =
    charge.interest && isLate
      ? interestOf(charge.original - rebate, charge.interest, { dueOn, paidOn })
      : 0
  const total = Math.max(0, charge.original - rebate - discount + fine + interest)
  return {
    total: cents(total),
    rebate: cents(rebate),
    discount: cents(discount),
    fine: cents(fine),
    interest: cents(interest),
  }
}

/** API Pix: `calendario.validadeAposVencimento`. */
export const usualValidDays = 30

/**
 * The last day a charge can be paid: `validDaysAfterDue` calendar days after the moved due date,
 * moved forward in turn.
 */
export function lastPayableDay({
  dueDate,
  validDaysAfterDue,
}: Pick<DueCharge, 'dueDate' | 'validDaysAfterDue'>): Temporal.PlainDate {
  const dueOn = nextBusinessDay(Temporal.PlainDate.from(dueDate))
  return nextBusinessDay(dueOn.add({ days: validDaysAfterDue }))
}

const yearDays = {
  calendar: { day: 1, month: 30, year: 365 },
  business: { day: 1, month: 21, year: 252 },
}

/** Simple interest, exact to the end: a rounded daily rate would be wrong by the month's end. */
function interestOf(
  base: number,
  interest: Interest,
  { dueOn, paidOn }: Record<'dueOn' | 'paidOn', Temporal.PlainDate>,
) {
  const days = daysBetween(dueOn, paidOn, interest.days)
  if (interest.kind === 'fixed-a-day') return interest.amount * days
  const divisor = 10_000n * BigInt(yearDays[interest.days][interest.per])
  return divideHalfUp(BigInt(base) * BigInt(interest.rate) * BigInt(days), divisor)
}

function discountOf(
  original: Cents,
  discount: Discount,
  { paidOn, dueOn }: Record<'dueOn' | 'paidOn', Temporal.PlainDate>,
): number {
  if (discount.kind === 'per-day-early') {
    const days = daysBetween(paidOn, dueOn, discount.days)
    const { off } = discount
    return off.kind === 'fixed'
      ? off.amount * days
      : divideHalfUp(BigInt(original) * BigInt(off.rate) * BigInt(days), 10_000n)
  }
  const [step] = discount.steps
    .filter(({ date }) => {
      const last = nextBusinessDay(Temporal.PlainDate.from(date))
      return Temporal.PlainDate.compare(paidOn, last) <= 0
    })
    .toSorted((a, b) => Temporal.PlainDate.compare(a.date, b.date))
  return step ? partOf(original, step.off) : 0
}

function partOf(original: Cents, part: FixedOrPercent): number {
  return part.kind === 'fixed'
    ? part.amount
    : divideHalfUp(BigInt(original) * BigInt(part.rate), 10_000n)
}

function daysBetween(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
  days: 'calendar' | 'business',
): number {
  if (days === 'business') return businessDaysBetween(from, to)
  return Math.max(0, from.until(to, { largestUnit: 'days' }).days)
}

/** Each component is rounded once, half up, to the cent. */
function divideHalfUp(dividend: bigint, divisor: bigint): number {
  const quotient = Number((2n * dividend + divisor) / (2n * divisor))
  assert(Number.isSafeInteger(quotient))
  return quotient
}
