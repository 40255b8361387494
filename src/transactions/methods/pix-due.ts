import { maxAmountCents } from '../../../contract/fields.ts'
import {
  amountDueOn,
  type DueCharge,
  type DueParts,
  lastPayableDay,
} from '../../brazil/due-charge.ts'
import { localDate } from '../../brazil/local-time.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { OrderFacts } from '../transaction.ts'
import { checkIdentifiedPayer } from './identified-payer.ts'
import type { Arrival } from './method.ts'

/** The rules of a charge with a due date that is created at `at`. Throws a Rejection. */
export function checkDue(terms: DueCharge, customer: OrderFacts['customer'], at: Date): void {
  checkIdentifiedPayer(customer)
  const today = localDate(at)
  const { dueDate } = terms
  if (dueDate < today.toString() || dueDate > today.add({ days: maxDays }).toString())
    throw new Rejection('pix-due-date-invalid', {
      field: 'pix.due.date',
      params: { days: maxDays },
    })
  // Between these days the amount lies between those of them.
  const steps = terms.discount?.kind === 'until' ? terms.discount.steps : []
  const days = [
    today,
    ...steps.map(({ date }) => Temporal.PlainDate.from(date)),
    lastPayableDay(terms),
  ]
  for (const day of days) {
    const { total } = amountDueOn(terms, day)
    if (total < 1 || total > maxAmountCents)
      throw new Rejection('pix-due-amount-invalid', {
        field: 'pix.due',
        params: { date: day.toString(), amount: total },
      })
  }
}

const maxDays = 365

/**
 * The parts of a received amount. The bank's own composition counts, if it is of the original
 * amount: a bank may round otherwise, or count a local holiday. Else the amount must be that of the
 * day. `undefined`: it is another amount.
 */
export function chargedBy(
  terms: DueCharge,
  { amount, paidAt, composition }: Arrival,
): DueParts | undefined {
  if (composition?.original === terms.original) {
    const { original: _, ...parts } = composition
    return parts
  }
  const { total, ...parts } = amountDueOn(terms, localDate(paidAt))
  return total === amount ? parts : undefined
}
