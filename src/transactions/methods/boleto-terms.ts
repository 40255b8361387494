import type { Account } from '../../accounts/account.ts'
import { addBusinessDays, nextBusinessDay } from '../../brazil/bank-calendar.ts'
import { defined } from '../../primitives/defined.ts'
import { numberSpans } from '../../primitives/number-spans.ts'
import { Rejection } from '../../primitives/rejection.ts'
import {
  type BoletoBank,
  countsBusinessDays,
  type OverdueStep,
} from '../../providers/ports/boleto.ts'
import type { BoletoPayment } from '../order.ts'

/** What happens to a boleto that is not paid on its due date. */
export interface BoletoTerms {
  /** Calendar days after the due date. Then the bank writes it off. */
  readonly payableDaysAfterDue: number
  /** Before that. Absent: nothing. */
  readonly overdue?: OverdueStep
}

type Settings = Pick<
  Account['settings'],
  'boletoPayableDaysAfterDue' | 'boletoProtestAfterDays' | 'boletoOverdueInOrders'
>
type Bank = Pick<BoletoBank, 'name' | 'maxPayableDaysAfterDue' | 'overdueSteps'>

/**
 * The terms of an order at its bank, with the defaults of its account. A default yields to the
 * bank and to a later step; a value of the order that the bank cannot take is rejected. Pure.
 * Throws `boleto-overdue-disabled`, `boleto-overdue-not-supported`, `boleto-overdue-days-invalid`,
 * `boleto-payable-days-invalid`, `boleto-written-off-first`.
 */
export function boletoTerms(
  { payableDaysAfter: ordered, ...payment }: Pick<BoletoPayment, 'payableDaysAfter' | 'overdue'>,
  {
    settings,
    bank,
    dueDate,
  }: { readonly settings: Settings; readonly bank: Bank; readonly dueDate: Temporal.PlainDate },
): BoletoTerms {
  const max = bank.maxPayableDaysAfterDue ?? Number.POSITIVE_INFINITY
  if (ordered !== undefined && ordered > max)
    throw new Rejection('boleto-payable-days-invalid', {
      field: 'boleto.payableDaysAfter',
      provider: bank.name,
      params: { max },
    })
  const overdue = stepOf(payment, settings)
  const needed = overdue ? neededFor(overdue, bank, dueDate) : 0
  const usual = Math.min(settings.boletoPayableDaysAfterDue, max)
  const payableDaysAfterDue = ordered ?? Math.max(usual, needed)
  if (payableDaysAfterDue < needed)
    throw new Rejection('boleto-written-off-first', {
      field: 'boleto.payableDaysAfter',
      params: { min: needed },
    })
  return { payableDaysAfterDue, ...defined({ overdue }) }
}

function stepOf(
  { overdue }: Pick<BoletoPayment, 'overdue'>,
  { boletoProtestAfterDays = 0, boletoOverdueInOrders }: Settings,
): OverdueStep | undefined {
  if (overdue === 'none') return undefined
  if (overdue === undefined)
    return boletoProtestAfterDays > 0
      ? { action: 'PROTEST', afterDays: boletoProtestAfterDays }
      : undefined
  if (boletoOverdueInOrders !== 'allow')
    throw new Rejection('boleto-overdue-disabled', { field: 'boleto.overdue' })
  return overdue
}

/** The days for which a boleto must be payable, so that its bank takes the step before its end. */
function neededFor(step: OverdueStep, bank: Bank, dueDate: Temporal.PlainDate): number {
  const { action, afterDays } = step
  const { overdueSteps, maxPayableDaysAfterDue: max = Number.POSITIVE_INFINITY } = bank
  const days = (overdueSteps?.[action]?.days ?? []).filter(
    (each) => daysUntil({ action, afterDays: each }, bank, dueDate) <= max,
  )
  if (days.length === 0)
    throw new Rejection('boleto-overdue-not-supported', {
      field: 'boleto.overdue.action',
      provider: bank.name,
      params: { action },
    })
  if (!days.includes(afterDays))
    throw new Rejection('boleto-overdue-days-invalid', {
      field: 'boleto.overdue.afterDays',
      provider: bank.name,
      params: { action, days: numberSpans(days) },
    })
  return daysUntil(step, bank, dueDate)
}

/**
 * The calendar days from the due date to the business day after the step: a bank may begin it at
 * the end of its day, and must not be asked to write the boleto off before. At most
 * `latestStepDays` more than the days of the step.
 */
function daysUntil(step: OverdueStep, bank: Bank, dueDate: Temporal.PlainDate): number {
  const { afterDays } = step
  const begins = countsBusinessDays(bank, step)
    ? addBusinessDays(dueDate, afterDays)
    : nextBusinessDay(dueDate.add({ days: afterDays }))
  return nextBusinessDay(begins.add({ days: 1 })).since(dueDate).days
}
