import { type App, actAs, type Worker } from '../app.ts'
import { workerActor } from '../primitives/actor.ts'
import { monotonicMs, realNow } from '../primitives/clock.ts'
import { deliveriesChannel } from '../webhooks/notify-delivery-workers-store.ts'
import { dueJobs } from './due-jobs-store.ts'
import { BackgroundFailure, type Job, jobs } from './jobs.ts'

export interface WorkerOptions {
  /** The number of turns without work after which a worker is idle. */
  readonly turnsUntilIdle?: number
  /**
   * The pause of an idle worker, ms. It finds what becomes due by itself: a turn costs up to 2 ms
   * of processor time, and an idle process should need less than 1 % of a core.
   */
  readonly idlePauseMs?: number
}

/**
 * Runs every job kind in turn, forever. Any number of workers may run at once: claims keep them
 * apart. A commit ends the pause of a worker that has been idle.
 */
export function startWorker(
  app: App,
  kinds: readonly Job[] = jobs,
  { turnsUntilIdle = 30, idlePauseMs = 2_000 }: WorkerOptions = {},
): Worker {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  /** The current turn of the timer. */
  let underWay: Promise<Turn> | undefined
  let worked = 0
  let idleTurns = 0
  // Made once: `inBackground` finds the work of an earlier turn by the app that began it.
  const acting = kinds.map((job) => [job, actAs(app, workerActor(job.name))] as const)
  /** When a job failed last, on the clock of this process. */
  const failedAtMs = new Map<Job, number>()

  /** `retries`: also runs jobs that have just failed. */
  const runOnce = async ({ retries = false } = {}): Promise<Turn> => {
    const failed: string[] = []
    if (!app.clockFollower.isKnown()) return { done: 0, failed }
    // A table that cannot be read holds up its own job, and not those before it.
    const due = await dueJobs(app, kinds).catch(() => kinds.map(() => true))
    let done = 0
    for (const [index, [job, own]] of acting.entries()) {
      // The work of an earlier job may make work of a later one due.
      if (done === 0 && !due[index] && !job.isUnderWay?.(own)) continue
      // Without the time no work can be known to be due. The same holds while another process uses
      // an earlier time. The time may move while a turn is under way.
      if (!app.clockFollower.isKnown() || app.joinedClock?.isAhead()) break
      if (!retries && monotonicMs() - (failedAtMs.get(job) ?? -Infinity) < afterFailureMs) continue
      const pieces = await timed(own, job)
      if (pieces === 'failed') {
        failed.push(job.name)
        failedAtMs.set(job, monotonicMs())
        continue
      }
      failedAtMs.delete(job)
      done += pieces
      worked += pieces
    }
    app.metrics.workerTurned(realNow(app.clock))
    return { done, failed }
  }
  const isIdle = () => idleTurns >= turnsUntilIdle
  /** Work often follows work within seconds, so the pauses grow. */
  const pauseMs = () => (idleTurns === 0 ? 0 : isIdle() ? idlePauseMs : idleTurns <= 10 ? 200 : 500)
  const tick = async () => {
    underWay = runOnce()
    const { done } = await underWay.finally(() => {
      underWay = undefined
    })
    idleTurns = done > 0 ? 0 : idleTurns + 1
    if (!stopped) timer = setTimeout(next, pauseMs())
  }
  const next = () => {
    timer = undefined
    running = tick().catch((cause: unknown) => {
      app.log.error({ err: errorName(cause) }, 'a worker turn failed')
      if (!stopped) timer = setTimeout(next, afterFailureMs)
    })
  }
  const wake = () => {
    if (stopped || !isIdle()) return
    idleTurns = 0
    if (!timer) return // A turn is under way.
    clearTimeout(timer)
    next()
  }
  app.journal.onCommitted(wake)
  const listening = app.sql.listen(deliveriesChannel, wake, wake).catch((cause: unknown) => {
    app.log.error(
      { err: errorName(cause) },
      'the worker receives no notice of commits: its turns find them',
    )
    return undefined
  })
  next()

  return {
    async runUntilIdle() {
      let total = 0
      const failed = new Set<string>()
      // Bounded: work that is due again at once without end is a bug.
      for (let turn = 0; turn < maxTurns; turn += 1) {
        await app.joinedClock?.untilShared()
        // Claimed work is not due any more, but it is not done yet.
        const begun = underWay?.catch(() => undefined)
        const own = await runOnce({ retries: true })
        for (const name of own.failed) failed.add(name)
        const jobs = own.done + ((await begun)?.done ?? 0)
        const tries = await app.deliveries.runUntilIdle()
        worked += tries
        const done = jobs + tries
        // A turn that ended early because the time moved may have left work.
        if (done === 0 && !app.joinedClock?.isAhead()) break
        total += done
      }
      if (failed.size > 0) throw new JobsFailed([...failed])
      return total
    },
    worked: () => worked,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await (await listening)?.unlisten().catch(() => {})
      await running
      await Promise.allSettled(acting.map(([job, own]) => job.ended?.(own)))
    },
  }
}

/** What one run of all jobs did. */
interface Turn {
  /** The number of done items. */
  readonly done: number
  /** The names of the jobs that failed. */
  readonly failed: readonly string[]
}

/** Jobs failed, so work that is due may be left. The log has the cause of each. */
export class JobsFailed extends Error {
  override readonly name = 'JobsFailed'

  constructor(jobs: readonly string[]) {
    super(`jobs failed: ${jobs.join(', ')}`)
  }
}

/** Runs a job. Its failure is logged and counted once, and the other jobs continue. */
async function timed(app: App, job: Job): Promise<number | 'failed'> {
  const startedMs = monotonicMs()
  try {
    const items = await job.run(app)
    app.metrics.jobRan(job.name, (monotonicMs() - startedMs) / 1_000, items)
    return items
  } catch (cause) {
    if (!(cause instanceof BackgroundFailure)) {
      app.metrics.jobFailed(job.name)
      app.log.error({ job: job.name, err: errorName(cause) }, 'a job failed')
    }
    return 'failed'
  }
}

/** The pause of a job that failed, and of a worker whose turn failed, ms. */
const afterFailureMs = 2_000
const maxTurns = 200

const errorName = (cause: unknown): string =>
  cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown'
