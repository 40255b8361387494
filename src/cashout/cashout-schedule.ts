import type { ScheduleFrequency } from '../../contract/cashout.ts'
import type { Price } from '../accounts/account.ts'
import type { CashoutSettings } from '../accounts/cashout-settings.ts'
import { nextBusinessDay } from '../brazil/bank-calendar.ts'
import { brazilTimeZone, localDate } from '../brazil/local-time.ts'
import type { PixKey } from '../brazil/pix-key.ts'
import { type Cents, cents } from '../primitives/money.ts'
import type { CashoutRequester } from './cashout.ts'
import { limitOf } from './limit-period.ts'
import { amountWithin } from './plan-cashout.ts'

/** Withdrawals that happen by themselves: everything above the reserve, when it is worth it. */
export interface CashoutSchedule {
  readonly accountId: string
  readonly version: number
  readonly plan: SchedulePlan
  /** Absent: switched off. */
  readonly nextAt?: Date
}

export interface SchedulePlan {
  readonly frequency: ScheduleFrequency
  /** 1 is Monday, 5 Friday; only of a weekly one. */
  readonly weekday: number
  /** `HH:MM` in São Paulo. */
  readonly time: string
  /** Less than this is left for the next time. */
  readonly minimumAmount: Cents
  /** Stays on the account. */
  readonly reserve: Cents
  readonly key: PixKey
  readonly beneficiaryName: string | null
  readonly beneficiaryDocument: string | null
  readonly postbackUrl: string | null
  /** Whose key changed it last. Absent: it was not recorded. */
  readonly requestedBy?: CashoutRequester
}

/**
 * The first time after `after`: every business day, or once a week on the named day, moved to the
 * next business day when banks are closed (docs/design/brazil.md#bank-calendar).
 */
export function nextWithdrawal({ frequency, weekday, time }: SchedulePlan, after: Date): Date {
  // A weekly one of last week may have been moved past today.
  for (let day = localDate(after).subtract({ days: 7 }); ; day = day.add({ days: 1 })) {
    if (frequency === 'WEEKLY' && day.dayOfWeek !== weekday) continue
    const at = instantOf(nextBusinessDay(day), time)
    if (at > after) return at
  }
}

/** What to withdraw now; 0: nothing. Never more than one operation and what is left of the day or night allow. */
export function withdrawalAmount(
  { minimumAmount, reserve }: SchedulePlan,
  { limits, price }: Pick<CashoutSettings, 'limits'> & { readonly price: Price },
  now: { readonly available: number; readonly used: number; readonly period: string },
): Cents {
  const affordable = amountWithin(price, now.available - reserve)
  const left = limitOf(now.period, limits) - now.used
  const amount = Math.max(0, Math.min(affordable, limits.perOperation, left))
  return amount < minimumAmount ? cents(0) : cents(amount)
}

const instantOf = (date: Temporal.PlainDate, time: string): Date =>
  new Date(
    date.toZonedDateTime({ timeZone: brazilTimeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds,
  )
