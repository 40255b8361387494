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

/**
 * Automatic withdrawals. Each withdraws everything above the reserve, if that reaches the minimum.
 */
export interface CashoutSchedule {
  readonly accountId: string
  readonly version: number
  readonly plan: SchedulePlan
  /** Absent: automatic withdrawals are off. */
  readonly nextAt?: Date
}

export interface SchedulePlan {
  readonly frequency: ScheduleFrequency
  /** 1 is Monday, 5 is Friday. Only a weekly schedule has it. */
  readonly weekday: number
  /** `HH:MM` in São Paulo. */
  readonly time: string
  /** A smaller amount waits for the next run. */
  readonly minimumAmount: Cents
  /** This amount stays in the account. */
  readonly reserve: Cents
  readonly key: PixKey
  readonly beneficiaryName: string | null
  readonly beneficiaryDocument: string | null
  readonly postbackUrl: string | null
  /** The name of the key that last changed the schedule. Absent: it was not recorded. */
  readonly requestedBy?: CashoutRequester
}

/**
 * The first time after `after`: every business day, or once a week on the named day, moved to the
 * next business day when banks are closed (docs/design/brazil.md#bank-calendar).
 */
export function nextWithdrawal({ frequency, weekday, time }: SchedulePlan, after: Date): Date {
  // The weekly run of last week may have been moved past today.
  for (let day = localDate(after).subtract({ days: 7 }); ; day = day.add({ days: 1 })) {
    if (frequency === 'WEEKLY' && day.dayOfWeek !== weekday) continue
    const at = instantOf(nextBusinessDay(day), time)
    if (at > after) return at
  }
}

/**
 * The amount to withdraw now. 0: nothing. It never exceeds the operation limit or the rest of the
 * limit of the day or night.
 */
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
    date.toZonedDateTime({ timeZone: brazilTimeZone, plainTime: Temporal.PlainTime.from(time) })
      .epochMilliseconds,
  )
