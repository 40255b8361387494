import { constants } from 'node:os'

export type StopSignal = 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGPIPE'

/**
 * Takes over the signals that end a process. The first process of a container has no default
 * action for them, so this runs before the rest of the program is loaded. Until a command calls
 * `whenStopped`, a signal ends the process at once. SIGUSR1 does not open Node's inspector.
 */
export function handleStopSignals(): void {
  if (isHandling) return
  isHandling = true
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => stop(signal))
  process.on('SIGUSR1', () => {})
}

/**
 * A command whose reader has gone, such as `head`, ends as a signal would end it. Not for a server:
 * its log has rules of its own, and these streams would change how it is written.
 */
export function stopWithoutReader(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'EPIPE') throw cause
      stop('SIGPIPE')
    })
}

/**
 * Resolves at the first signal, or when the reader of the output or the process that started this
 * one over an IPC pipe is gone. A launcher and the terminal may both send the same signal, so
 * repeats are ignored. Only Ctrl-C pressed again after two seconds ends the process at once.
 */
export function whenStopped(): Promise<StopSignal> {
  handleStopSignals()
  return new Promise((resolve) => {
    let firstAtMs: number | undefined
    stop = (signal) => {
      const nowMs = process.uptime() * 1_000
      firstAtMs ??= nowMs
      if (signal === 'SIGINT' && nowMs - firstAtMs > 2_000) endNow(signal)
      resolve(signal)
    }
    process.once('disconnect', () => stop('SIGTERM'))
    process.channel?.unref() // The pipe alone does not keep this process running.
  })
}

/** The exit code of a command that a signal has stopped. */
export const exitCodeOf = (signal: StopSignal): number => 128 + constants.signals[signal]

const endNow = (signal: StopSignal): never => process.exit(exitCodeOf(signal))

let isHandling = false
let stop: (signal: StopSignal) => void = endNow
