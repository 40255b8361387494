import type { TransactionWire } from '../../../contract/transaction.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { periodNames, transactionTexts } from './transactions-texts.ts'

type Due = NonNullable<NonNullable<TransactionWire['pix']>['due']>

/** What a PIX with a due date costs more or less by the day it is paid: one row for each term. */
export function useDueRows(due: Due | undefined): (readonly [name: string, value: string])[] {
  const t = useTexts(transactionTexts)
  const periods = useTexts(periodNames)
  const { money, rate, day } = useFormat()
  if (!due) return []
  const part = ({ amount, basisPoints }: NonNullable<Due['fine']>) =>
    amount === null ? rate(basisPoints ?? 0) : money(amount)
  const { fine, interest, discounts, dailyDiscount, rebate } = due
  const rows: (readonly [string, string])[] = []
  if (fine) rows.push([t.fine, part(fine)])
  // An amount is one of each day.
  if (interest)
    rows.push([
      t.interest,
      `${part(interest)} ${periods[interest.amount === null ? interest.per : 'DAY']}`,
    ])
  for (const each of discounts) rows.push([t.discountUntil(day(each.until)), part(each)])
  if (dailyDiscount) rows.push([t.dailyDiscount, part(dailyDiscount)])
  if (rebate) rows.push([t.rebate, part(rebate)])
  return rows
}
