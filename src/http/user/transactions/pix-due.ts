import type { PixDueInput } from '../../../../contract/pix-due.ts'
import {
  type Discount,
  type DueCharge,
  type FixedOrPercent,
  type Interest,
  usualValidDays,
} from '../../../brazil/due-charge.ts'
import { defined } from '../../../primitives/defined.ts'
import { type Cents, cents } from '../../../primitives/money.ts'
import { type Fields, isFields, nonEmpty, normalizeObject, upper } from '../../request/normalize.ts'
import type { Issue } from '../../request/validation.ts'

/** `pix.due` of a request in the form of `PixDueInput`. */
export const normalizePixDue = (due: Fields): Fields =>
  defined({
    date: nonEmpty(due.date),
    payableDaysAfter: nonEmpty(due.payableDaysAfter),
    fine: normalizeObject(due.fine, normalizePart),
    interest: normalizeObject(due.interest, normalizePart),
    discounts: normalizeDiscounts(due.discounts),
    dailyDiscount: normalizeObject(due.dailyDiscount, normalizePart),
    rebate: normalizeObject(due.rebate, normalizePart),
  })

function normalizeDiscounts(discounts: unknown): unknown {
  if (!Array.isArray(discounts)) return nonEmpty(discounts)
  if (discounts.length === 0) return undefined
  return discounts.map((each: unknown) => (isFields(each) ? normalizePart(each) : each))
}

const normalizePart = ({ amount, basisPoints, until, per, days }: Fields): Fields =>
  defined({
    amount: nonEmpty(amount),
    basisPoints: nonEmpty(basisPoints),
    until: nonEmpty(until),
    per: upper(per),
    days: upper(days),
  })

type Part = NonNullable<PixDueInput['fine']>

/** The rules that the schema cannot express. */
export function pixDueIssues(due: PixDueInput, amount: number): Issue[] {
  const { fine, interest, discounts = [], dailyDiscount, rebate } = due
  const at = (name: string) => `pix.due.${name}`
  const dated = discounts.map((each, i) => [at(`discounts.${i}`), each] as const)
  const off = [...dated, [at('dailyDiscount'), dailyDiscount], [at('rebate'), rebate]] as const
  const parts = [[at('fine'), fine], [at('interest'), interest], ...off] as const
  return [
    ...dayIssues(at('date'), due.date),
    ...parts.flatMap(([field, part]) => (part ? choiceIssues(field, part) : [])),
    ...off.flatMap(([field, part]) => (part ? sizeIssues(field, part, amount) : [])),
    ...dated.flatMap(([field, { until }]) => [
      ...dayIssues(`${field}.until`, until),
      ...(until > due.date ? [{ field: `${field}.until`, problem: 'after pix.due.date' }] : []),
    ]),
    ...(new Set(discounts.map(({ until }) => until)).size < discounts.length ||
    new Set(discounts.map((each) => each.amount === undefined)).size > 1
      ? [{ field: at('discounts'), problem: 'discounts-differ' }]
      : []),
    ...(dailyDiscount && discounts.length > 0
      ? [{ field: at('dailyDiscount'), problem: `not-with ${at('discounts')}` }]
      : []),
    ...(interest?.amount !== undefined && interest.per !== undefined && interest.per !== 'DAY'
      ? [{ field: at('interest.per'), problem: `not-with ${at('interest.amount')}` }]
      : []),
  ]
}

function dayIssues(field: string, day: string): Issue[] {
  try {
    Temporal.PlainDate.from(day)
    return []
  } catch {
    return [{ field, problem: 'day' }]
  }
}

const choiceIssues = (field: string, { amount, basisPoints }: Part): Issue[] =>
  (amount === undefined) === (basisPoints === undefined)
    ? [{ field, problem: 'one-of amount, basisPoints' }]
    : []

/** A bank rejects a discount or a rebate of the whole amount. */
const sizeIssues = (field: string, part: Part, amount: number): Issue[] =>
  (part.amount ?? 0) >= amount || part.basisPoints === 10_000
    ? [{ field, problem: 'whole-amount' }]
    : []

/** The terms of a valid request. */
export function dueChargeOf(due: PixDueInput, original: Cents): DueCharge {
  const { date, payableDaysAfter = usualValidDays, fine, interest, rebate } = due
  return {
    original,
    dueDate: date,
    validDaysAfterDue: payableDaysAfter,
    ...defined({
      rebate: rebate && partOf(rebate),
      discount: discountOf(due),
      fine: fine && partOf(fine),
      interest: interest && interestOf(interest),
    }),
  }
}

const partOf = ({ amount, basisPoints = 0 }: Part): FixedOrPercent =>
  amount === undefined
    ? { kind: 'percent', rate: basisPoints }
    : { kind: 'fixed', amount: cents(amount) }

function interestOf(interest: NonNullable<PixDueInput['interest']>): Interest {
  const { amount, basisPoints = 0, per = 'MONTH' } = interest
  const days = daysOf(interest)
  return amount === undefined
    ? { kind: 'percent', per: periods[per], rate: basisPoints, days }
    : { kind: 'fixed-a-day', amount: cents(amount), days }
}

const periods = { DAY: 'day', MONTH: 'month', YEAR: 'year' } as const

function discountOf({ discounts, dailyDiscount }: PixDueInput): Discount | undefined {
  if (discounts)
    return {
      kind: 'until',
      steps: discounts.map((each) => ({ date: each.until, off: partOf(each) })),
    }
  return (
    dailyDiscount && {
      kind: 'per-day-early',
      days: daysOf(dailyDiscount),
      off: partOf(dailyDiscount),
    }
  )
}

const daysOf = ({ days }: { readonly days?: 'CALENDAR' | 'BUSINESS' }) =>
  days === 'BUSINESS' ? 'business' : 'calendar'
