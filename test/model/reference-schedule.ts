import assert from 'node:assert/strict'
import { bankDay, dayOf, startOf } from './bank-days.ts'
import type { Reference } from './reference.ts'
import { mostWithin, spendable } from './spendable.ts'

/** Withdrawals that happen by themselves, as the reference thinks of them. */
export interface ReferenceSchedule {
  readonly plan: WithdrawalPlan
  nextAt: Date
  /**
   * The least that could have been withdrawn since everything was looked at last: at whatever
   * moment it was due, so much was there.
   */
  least: number
}

export interface WithdrawalPlan {
  /** 1 is Monday; absent: every day banks work. */
  readonly weekday?: number
  /** In São Paulo, after the day has begun. */
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

/** All that is free above the reserve, unless it is not worth it. */
function toWithdraw(reference: Reference, { minimum, reserve }: WithdrawalPlan): number {
  const amount = mostWithin(reference, spendable(reference) - reserve)
  return amount < minimum ? 0 : amount
}

/** It happened, and no other time has come since. */
export function hearWithdrawal(reference: Reference, amount: number, now: Date): void {
  const { schedule } = reference
  assert.ok(schedule && schedule.nextAt <= now, 'a withdrawal whose time has not come')
  if (!reference.isCrowded)
    assert.equal(amount, toWithdraw(reference, schedule.plan), 'a withdrawal')
  assert.ok(amount >= schedule.plan.minimum)
  setNext(schedule, now)
}

/** Something has happened to the money. */
export function noteLeast(reference: Reference): void {
  const { schedule } = reference
  if (schedule) schedule.least = Math.min(schedule.least, toWithdraw(reference, schedule.plan))
}

/** All events are applied: a scheduled time without a withdrawal had too little money for one. */
export function passOver(reference: Reference, now: Date): void {
  const { schedule, isCrowded } = reference
  if (!schedule) return
  if (schedule.nextAt <= now) {
    assert.ok(
      isCrowded || schedule.least === 0,
      `${schedule.least} could be withdrawn all the time, and was not`,
    )
    setNext(schedule, now)
  }
  schedule.least = toWithdraw(reference, schedule.plan)
}

function setNext(schedule: ReferenceSchedule, now: Date): void {
  schedule.nextAt = nextTime(schedule.plan, now)
}

/** The named weekday, or any day, and when banks are closed the next one they work. */
function nextTime({ weekday, minute }: WithdrawalPlan, after: Date): Date {
  const days = Array.from({ length: 21 }, (_, index) => dayOf(after) - 7 + index)
  const wanted = days.filter(
    (day) => weekday === undefined || new Date(day * dayMs).getUTCDay() === weekday,
  )
  const times = wanted.map((day) => startOf(bankDay(day)).getTime() + minute * 60_000)
  return new Date(Math.min(...times.filter((time) => time > after.getTime())))
}

const dayMs = 86_400_000
