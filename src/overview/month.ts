import { deltaOf, type MerchantBook } from '../ledger/posting.ts'
import { cents } from '../primitives/money.ts'
import type { Days, TransferTotal } from './totals-store.ts'

/** A month of São Paulo, `2026-10`. Undefined for any other text. */
export function monthFrom(text: string): Days | undefined {
  if (!/^20\d\d-(?:0[1-9]|1[0-2])$/.test(text)) return undefined
  const month = Temporal.PlainYearMonth.from(text)
  const first = month.toPlainDate({ day: 1 })
  return { first: `${first}`, last: `${month.toPlainDate({ day: month.daysInMonth })}` }
}

/** What changed one book, by kind. */
export interface KindTotal {
  readonly type: string
  readonly effect: string
  readonly count: number
  /** Cents; negative when the book became less. */
  readonly amount: number
}

/** The totals of a book by cause, in the order given. Pure. */
export function kindTotals(totals: readonly TransferTotal[], book: MerchantBook): KindTotal[] {
  const kinds = new Map<string, KindTotal>()
  for (const { causeType: type, effect, debit, credit, count, amount } of totals) {
    const change = deltaOf({ debit, credit, amount: cents(amount) }, book)
    const before = kinds.get(`${type} ${effect}`) ?? { type, effect, count: 0, amount: 0 }
    kinds.set(`${type} ${effect}`, {
      ...before,
      count: before.count + count,
      amount: before.amount + change,
    })
  }
  return [...kinds.values()]
}
