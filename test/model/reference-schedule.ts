import assert from 'node:assert/strict'
import { bankDay, dayOf, startOf } from './bank-days.ts'
import type { Reference } from './reference.ts'
import { mostWithin, spendable } from './spendable.ts'

/** The automatic withdrawals in the reference. */
export interface ReferenceSchedule {
  readonly plan: WithdrawalPlan
  nextAt: Date
  /**
   * The smallest amount that could have been withdrawn at any moment since the last comparison.
   */
  least: number
}

export interface WithdrawalPlan {
  /** 1 is Monday. Absent: every bank day. */
  readonly weekday?: number
  /** Minutes after the start of the day in São Paulo. */
  readonly minute: number
  readonly minimum: number
  readonly reserve: number
  readonly pixKey: string
}

export const newSchedule = (
  reference: Reference,
  plan: WithdrawalPlan,
  now: Date,
): ReferenceSchedule => ({
  plan,
  nextAt: nextTime(plan, now),
  least: toWithdraw(reference, plan),
})

/** The amount above the reserve. 0: it is below the minimum. */
function toWithdraw(reference: Reference, { minimum, reserve }: WithdrawalPlan): number {
  const amount = mostWithin(reference, spendable(reference) - reserve)
  return amount < minimum ? 0 : amount
}

/** Applies a withdrawal of the gateway, and sets the next time. */
export function applyWithdrawal(reference: Reference, amount: number, now: Date): void {
  const { schedule } = reference
  assert.ok(schedule && schedule.nextAt <= now, 'a withdrawal before its time')
  if (!reference.isConcurrent)
    assert.equal(amount, toWithdraw(reference, schedule.plan), 'a withdrawal')
  assert.ok(amount >= schedule.plan.minimum)
  setNext(schedule, now)
}

/** Called after each event: updates the smallest amount. */
export function noteLeast(reference: Reference): void {
  const { schedule } = reference
  if (schedule) schedule.least = Math.min(schedule.least, toWithdraw(reference, schedule.plan))
}

/** Called after all events: a scheduled time without a withdrawal had too little money for one. */
export function passOver(reference: Reference, now: Date): void {
  const { schedule, isConcurrent } = reference
  if (!schedule) return
  if (schedule.nextAt <= now) {
    assert.ok(
      isConcurrent || schedule.least === 0,
      `${schedule.least} could be withdrawn all the time, and was not`,
    )
    setNext(schedule, now)
  }
  schedule.least = toWithdraw(reference, schedule.plan)
}

function setNext(schedule: ReferenceSchedule, now: Date): void {
  schedule.nextAt = nextTime(schedule.plan, now)
}

/**
 * The next time on the weekday, or on any day. A day without banks moves it to the next bank day.
 */
function nextTime({ weekday, minute }: WithdrawalPlan, after: Date): Date {
  const days = Array.from({ length: 21 }, (_, index) => dayOf(after) - 7 + index)
  const wanted = days.filter(
    (day) => weekday === undefined || new Date(day * dayMs).getUTCDay() === weekday,
  )
  const times = wanted.map((day) => startOf(bankDay(day)).getTime() + minute * 60_000)
  return new Date(Math.min(...times.filter((time) => time > after.getTime())))
}

const dayMs = 86_400_000
