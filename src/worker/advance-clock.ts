import type { App } from '../app.ts'
import { brazilTimeZone } from '../brazil/local-time.ts'
import { clockChannel, moveOffset, readOffsetMs } from '../db/business-clock-store.ts'

/** Keeps this process on the shared business time: read at start, then told of every move. */
export async function followBusinessClock({
  sql,
  clock,
}: Pick<App, 'sql' | 'clock'>): Promise<{ stop(): Promise<void> }> {
  const refresh = async () => clock.setOffsetMs(await readOffsetMs(sql))
  const listening = await sql.listen(
    clockChannel,
    () => void refresh().catch(() => {}),
    () => void refresh().catch(() => {}),
  )
  await refresh()
  return { stop: () => listening.unlisten() }
}

/**
 * Moves business time forward by an ISO 8601 duration (`P30D`), for every process, then does all work that became due.
 * Answers where the clock stands.
 */
export async function advanceClock(app: App, duration: Temporal.Duration): Promise<{ now: Date; offsetMs: number }> {
  const from = Temporal.Instant.fromEpochMilliseconds(app.clock.now().getTime()).toZonedDateTimeISO(brazilTimeZone)
  const byMs = from.add(duration).epochMilliseconds - from.epochMilliseconds
  app.clock.setOffsetMs(await moveOffset(app.sql, byMs))
  await app.worker?.runUntilDry()
  return { now: app.clock.now(), offsetMs: app.clock.offsetMs() }
}
