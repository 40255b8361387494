import type { App } from '../app.ts'
import { brazilTimeZone } from '../brazil/local-time.ts'
import { moveOffset, readOffsetMs } from '../db/business-clock-store.ts'

/**
 * Moves business time forward by an ISO 8601 duration (`P30D`), for every process, then does all work that became due.
 * Answers where the clock stands.
 */
export async function advanceClock(app: App, duration: Temporal.Duration): Promise<{ now: Date; offsetMs: number }> {
  const moved = await moveClock(app, duration)
  await doDueWork(app)
  return moved
}

/** The move alone: one statement, so that it can be part of a transaction. */
export async function moveClock(
  { sql, clock }: Pick<App, 'sql' | 'clock'>,
  duration: Temporal.Duration,
): Promise<{ now: Date; offsetMs: number }> {
  const before = clock.now().getTime()
  const from = Temporal.Instant.fromEpochMilliseconds(before).toZonedDateTimeISO(brazilTimeZone)
  const byMs = from.add(duration).epochMilliseconds - from.epochMilliseconds
  const offsetMs = await moveOffset(sql, byMs)
  return { now: new Date(before - clock.offsetMs() + offsetMs), offsetMs }
}

/** What became due by a move that is committed is done when this returns. */
export async function doDueWork(app: App): Promise<void> {
  app.clock.setOffsetMs(await readOffsetMs(app.sql))
  await app.worker?.runUntilDry()
}
