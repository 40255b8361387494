import { setTimeout as sleep } from 'node:timers/promises'
import type { App, JoinedClock } from '../app.ts'
import type { StoredClock } from '../db/business-clock-store.ts'
import {
  clockProcesses,
  recordClockProcess,
  removeClockProcess,
  removeDeadClockProcesses,
} from '../db/clock-process-store.ts'
import { randomId } from '../primitives/id.ts'

type Deps = Pick<App, 'sql' | 'clock' | 'clockFollower' | 'log' | 'worker'>

/**
 * Writes the row of this process after each measurement, and does all due work when another process
 * requests it.
 */
export async function joinClock(app: Deps, works: boolean): Promise<JoinedClock> {
  const { sql, clock, clockFollower, log } = app
  const id = randomId()
  let requested = 0
  let idleForRequest = 0
  let workedFor = 0
  let workedBefore = 0
  /** Every live process uses this offset or a later one. */
  let sharedMs = clock.offsetMs()
  let isOver = false

  const record = oneAtATime(() =>
    isOver
      ? Promise.resolve()
      : recordClockProcess(sql, {
          id,
          works,
          offsetMs: clock.offsetMs(),
          idleForRequest,
          workedFor,
        }),
  )
  const share = oneAtATime(async () => {
    while (sharedMs < clock.offsetMs() && !isOver) {
      await record()
      const offsetMs = clock.offsetMs()
      const processes = await clockProcesses(sql, offsetMs)
      if (processes.every(({ isAlive, knowsOffset }) => knowsOffset || !isAlive))
        sharedMs = offsetMs
      else await sleep(pollMs)
    }
  })
  const runUntilIdle = async () => {
    while (app.worker && requested > idleForRequest && !isOver) {
      const request = requested
      await app.worker.runUntilIdle()
      if (!clockFollower.isKnown()) return // Nothing was done. The next reading retries.
      const worked = app.worker.worked()
      if (worked > workedBefore) workedFor = request
      workedBefore = worked
      idleForRequest = request
      await record()
    }
  }
  let running: Promise<void> | undefined
  const serve = ({ dryRequest }: StoredClock) => {
    if (isOver) return
    requested = dryRequest
    const failed = (cause: unknown) =>
      log.error({ err: String(cause) }, 'the other processes were not answered')
    // The next reading retries a failure.
    record().catch(failed)
    share().catch(failed)
    running ??= runUntilIdle()
      .catch(failed)
      .finally(() => {
        running = undefined
      })
  }

  await removeDeadClockProcesses(sql)
  await record()
  clockFollower.onReading(serve)

  return {
    id,
    isAhead: () => sharedMs < clock.offsetMs(),
    untilShared: share,
    async leave() {
      isOver = true
      await Promise.all([running, record().catch(() => {})])
      // The other processes see that this one stopped writing.
      await removeClockProcess(sql, id).catch(() => {})
    },
  }
}

const pollMs = 20

/** Calls that arrive while one is in progress share the one that follows it. */
function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = (): Promise<void> => {
    current = act().finally(() => {
      current = undefined
    })
    return current
  }
  return () => {
    if (!current && !next) return begin()
    next ??= (current ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        next = undefined
        return begin()
      })
    return next
  }
}
