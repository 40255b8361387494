import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { openMetricsExchange } from '../http/metrics/process-metrics.ts'
import { monotonicMs } from '../primitives/clock.ts'

export interface ServerProcesses {
  /** Resolves when each of them has been ready once. */
  readonly ready: Promise<void>
  /** The exit code of a process that ended before all were ready: the settings are wrong. */
  readonly failed: Promise<number>
  /** Lets each finish its accepted work. Returns the highest exit code. */
  stop(): Promise<number>
}

/**
 * Runs `count` copies of this command, numbered from 1, with `env` added to their environment. One
 * that ends is started again, after a pause that doubles while it does not stay.
 */
export function keepServerProcesses({
  count,
  env,
  log,
}: {
  readonly count: number
  readonly env: Readonly<Record<string, string>>
  readonly log: Pick<Logger, 'error'>
}): ServerProcesses {
  const running = new Map<number, Worker>()
  const readyOnce = new Set<number>()
  const ready = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<number>()
  let isStopping = false
  // Figures that are not numbers yet, such as the delay of an event loop, are in the metrics.
  cluster.setupPrimary({ serialization: 'advanced', args: argumentsOfOne() })
  const exchangeMetrics = openMetricsExchange(() => [...running.values()])

  function start(number: number, lastPauseMs = 0): void {
    if (isStopping) return
    const startedAtMs = monotonicMs()
    const worker = cluster.fork({ ...env, GUICHE_PROCESS: String(number) })
    running.set(number, worker)
    worker.on('error', () => {}) // A message to a process that has just ended.
    worker.on('message', (message: object) => {
      if (!('ready' in message)) return exchangeMetrics(worker, message)
      readyOnce.add(number)
      if (readyOnce.size === count) ready.resolve()
    })
    worker.once('exit', (code, signal) => {
      running.delete(number)
      if (isStopping) return
      if (readyOnce.size < count) return failed.resolve(code || 1)
      const pauseMs = nextPauseMs(monotonicMs() - startedAtMs, lastPauseMs)
      log.error({ process: number, code, signal, pauseMs }, 'a process ended: starting it again')
      setTimeout(start, pauseMs, number, pauseMs)
    })
  }
  for (let number = 1; number <= count; number += 1) start(number)

  return {
    ready: ready.promise,
    failed: failed.promise,
    async stop() {
      isStopping = true
      const codes = [...running.values()].map(async (worker) => {
        const exit = once(worker, 'exit')
        worker.process.kill('SIGTERM')
        const [code] = await exit
        return code ?? 1
      })
      return Math.max(0, ...(await Promise.all(codes)))
    },
  }
}

/** Those of this process, without `--processes`. */
const argumentsOfOne = (): string[] =>
  process.argv
    .slice(2)
    .filter(
      (each, index, all) => !/^--processes(?:=|$)/.test(each) && all[index - 1] !== '--processes',
    )

/** The pause before a process that lived for `livedMs` is started again, ms. */
export const nextPauseMs = (livedMs: number, lastPauseMs: number): number =>
  livedMs >= stayedMs || lastPauseMs === 0
    ? firstPauseMs
    : Math.min(2 * lastPauseMs, longestPauseMs)

const firstPauseMs = 500
const longestPauseMs = 30_000
const stayedMs = 60_000
