import type { App } from '../app.ts'
import { jobs } from './jobs.ts'

export interface Worker {
  /** Does everything that is due by business time, and what becomes due by doing it. Answers how much was done. */
  runUntilDry(): Promise<number>
  /** Stops taking work and waits for what is under way. */
  stop(): Promise<void>
}

/** Runs every job kind in turn, for ever. Any number of workers may run beside each other: claims keep them apart. */
export function startWorker(app: App): Worker {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  const tick = async () => {
    const done = await runOnce(app)
    if (!stopped) timer = setTimeout(next, done > 0 ? 0 : idleMs)
  }
  const next = () => {
    running = tick().catch((cause: unknown) => {
      app.log.error({ err: errorName(cause) }, 'a worker turn failed')
      if (!stopped) timer = setTimeout(next, afterFailureMs)
    })
  }
  next()

  return {
    async runUntilDry() {
      let total = 0
      // Bounded: work that comes back due at once for ever is a bug, not work.
      for (let turn = 0; turn < maxTurns; turn += 1) {
        const done = (await runOnce(app)) + (await app.deliveries.runUntilDry())
        if (done === 0) break
        total += done
      }
      return total
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

const idleMs = 200
const afterFailureMs = 2_000
const maxTurns = 200

async function runOnce(app: App): Promise<number> {
  let done = 0
  for (const job of jobs) done += await job.run(app)
  return done
}

const errorName = (cause: unknown): string => (cause instanceof Error ? `${cause.name}: ${cause.message}` : 'unknown')
