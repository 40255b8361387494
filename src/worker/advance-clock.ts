import { setTimeout as sleep } from 'node:timers/promises'
import type { App, Worker } from '../app.ts'
import { audited } from '../audit-log/record-audit.ts'
import { brazilTimeZone } from '../brazil/local-time.ts'
import { moveOffset, readOffsetMs } from '../db/business-clock-store.ts'
import {
  clockProcesses,
  type ReadClockProcess,
  requestRunUntilIdle,
} from '../db/clock-process-store.ts'
import { monotonicMs } from '../primitives/clock.ts'
import { JobsFailed } from './worker.ts'

/** The progress of due work after a move of the clock. */
export interface DueWork {
  /** Every worker has found that no work is due any more. */
  readonly done: boolean
  /** The number of workers that have done their due work. */
  readonly workers: number
  /** The reason why it is not done. */
  readonly reason?: 'no-worker' | 'worker-lost' | 'not-finished'
}

/** The state of the clock after a move. */
export interface MovedClock {
  readonly now: Date
  readonly offsetMs: number
}

/**
 * Moves business time forward by an ISO 8601 duration (`P30D`) for every process, then has all due
 * work done.
 */
export async function advanceClock(
  app: Pick<App, 'sql' | 'clock' | 'vault' | 'actor' | 'clockFollower' | 'worker' | 'joinedClock'>,
  duration: Temporal.Duration,
): Promise<MovedClock & DueWork> {
  const moved = await moveClock(app, duration)
  return { ...moved, ...(await doDueWork(app)) }
}

/** The move alone, which can be part of a transaction. */
export async function moveClock(
  app: Pick<App, 'sql' | 'clock' | 'vault' | 'actor'>,
  duration: Temporal.Duration,
): Promise<MovedClock> {
  const { clock } = app
  const before = clock.now().getTime()
  const from = Temporal.Instant.fromEpochMilliseconds(before).toZonedDateTimeISO(brazilTimeZone)
  const byMs = from.add(duration).epochMilliseconds - from.epochMilliseconds
  const nowAt = (offsetMs: number) => new Date(before - clock.offsetMs() + offsetMs)
  const offsetMs = await audited(
    app,
    (sql) => moveOffset(sql, byMs),
    (movedMs) => ({
      action: 'clock.moved',
      object: { type: 'clock', id: duration.toString() },
      before: { now: new Date(before) },
      after: { now: nowAt(movedMs) },
    }),
  )
  return { now: nowAt(offsetMs), offsetMs }
}

/**
 * Has all work done that became due by a committed move: by this process when no other is alive,
 * otherwise by every worker. Waits for the others at most `waitMs`.
 */
export async function doDueWork(
  app: Pick<App, 'sql' | 'clock' | 'clockFollower' | 'worker' | 'joinedClock'>,
): Promise<DueWork> {
  const { sql, clock, joinedClock } = app
  clock.setOffsetMs(await readOffsetMs(sql))
  // Every live process uses the new time before any work is done at it.
  await joinedClock?.untilShared()
  const others = (await clockProcesses(sql, clock.offsetMs())).filter(
    ({ id }) => id !== joinedClock?.id,
  )
  if (others.some(({ isAlive }) => isAlive)) return askWorkers(app, others)
  const isFinished = app.worker === undefined || (await finishes(app.worker))
  const workers = app.worker ? 1 : 0
  if (others.length > 0) return { done: false, workers, reason: 'worker-lost' }
  if (!app.worker) return { done: false, workers, reason: 'no-worker' }
  return isFinished && app.clockFollower.isKnown()
    ? { done: true, workers }
    : { done: false, workers: 0, reason: 'not-finished' }
}

/** Does all due work. Returns false when jobs failed. */
async function finishes(worker: Worker): Promise<boolean> {
  try {
    await worker.runUntilIdle()
    return true
  } catch (cause) {
    if (cause instanceof JobsFailed) return false
    throw cause
  }
}

/**
 * Requests all live workers to do all due work, repeatedly until none of them had any: the work of
 * one may create work for another that has finished.
 */
async function askWorkers(
  { sql, clock }: Pick<App, 'sql' | 'clock'>,
  others: readonly ReadClockProcess[],
): Promise<DueWork> {
  const untilMs = monotonicMs() + waitMs
  let before: readonly ReadClockProcess[] = others.filter(isLiveWorker)
  for (;;) {
    const request = await requestRunUntilIdle(sql)
    const { workers, lost } = await awaitRound(sql, clock.offsetMs(), request, untilMs)
    const ready = workers.filter(({ idleForRequest }) => idleForRequest >= request)
    const undone = { done: false, workers: ready.length }
    if (lost.length > 0) return { ...undone, reason: 'worker-lost' }
    if (workers.length === 0) return { ...undone, reason: 'no-worker' }
    // A worker that has stopped meanwhile may have made more work due before.
    const isSame = before.every(({ id }) => workers.some((each) => each.id === id))
    const isQuiet =
      ready.length === workers.length && ready.every(({ workedFor }) => workedFor < request)
    if (isSame && isQuiet) return { done: true, workers: ready.length }
    if (monotonicMs() >= untilMs) return { ...undone, reason: 'not-finished' }
    before = workers
  }
}

interface Round {
  /** The live workers. */
  readonly workers: readonly ReadClockProcess[]
  /** Dead workers that may have left work under a lease. */
  readonly lost: readonly ReadClockProcess[]
}

/** Waits until every live worker has served the request, or the time limit has passed. */
async function awaitRound(
  sql: App['sql'],
  offsetMs: number,
  request: number,
  untilMs: number,
): Promise<Round> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const processes = await clockProcesses(sql, offsetMs)
    const workers = processes.filter(isLiveWorker)
    const hasAnswered = workers.every(({ idleForRequest }) => idleForRequest >= request)
    if (hasAnswered || monotonicMs() >= untilMs)
      return { workers, lost: processes.filter(({ isAlive }) => !isAlive) }
    await sleep(pauseMs)
  }
}

const isLiveWorker = ({ isAlive, works }: ReadClockProcess): boolean => isAlive && works

const waitMs = 25_000
const firstPauseMs = 10
const longestPauseMs = 250
