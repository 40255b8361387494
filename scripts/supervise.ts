import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

export interface Child {
  readonly name: string
  readonly pid: number | undefined
  /** The messages over the pipe between parent and child. */
  readonly onMessage: (listener: (message: unknown) => void) => void
  readonly send: (message: object) => void
  /** Its exit code; 1 when a signal ended it. */
  readonly exited: Promise<number>
  /** Requests it to end, and kills it after `timeoutMs`. Resolves when it has ended. */
  readonly stop: (timeoutMs?: number) => Promise<void>
}

/**
 * Runs this Node on `args`, with the output of this process. The child ends when this process ends
 * for any reason: when the pipe between them breaks, it gets a SIGTERM, so a child that ends on
 * SIGTERM needs no code for it.
 */
export function spawnChild(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Child {
  const process_ = spawn(process.execPath, ['--import', exitWithParentModule, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A group of its own: the terminal's Ctrl-C reaches only this process, which decides the order
    // of the ends.
    detached: true,
    env: { ...process.env, ...env },
  })
  children.add(process_)
  if (children.size === 1) process.once('exit', killChildren)
  const exited = untilExit(process_)
  const onMessage = (listener: (message: unknown) => void) => void process_.on('message', listener)
  const send = (message: object) => void (process_.connected && process_.send(message))
  return {
    name,
    pid: process_.pid,
    onMessage,
    send,
    exited,
    stop: (timeoutMs = 25_000) => stop(process_, exited, timeoutMs),
  }
}

/**
 * Resolves with the first SIGINT, SIGTERM or SIGHUP. Ctrl-C arrives twice, from the terminal and
 * through npm: a second signal within two seconds is the same request, a later one ends the process
 * at once.
 */
export function untilStopped(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        firstAt ??= performance.now()
        if (performance.now() - firstAt > 2_000) process.exit(1)
        resolve(signal)
      })
    }
  })
}

/**
 * In a child with a pipe to its parent: sends this process SIGTERM when the parent has ended, and
 * kills it after a while.
 */
export function exitWithParent(timeoutMs = 25_000) {
  process.once('disconnect', () => {
    setTimeout(() => process.exit(1), timeoutMs).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  process.channel?.unref()
}

const children = new Set<ChildProcess>()
const exitWithParentModule = new URL('exit-with-parent.ts', import.meta.url).href

function killChildren() {
  for (const child of children) signalGroup(child, 'SIGKILL')
}

async function untilExit(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'exit').finally(() => children.delete(child))
  return typeof code === 'number' ? code : 1
}

async function stop(child: ChildProcess, exited: Promise<number>, timeoutMs: number) {
  signalGroup(child, 'SIGTERM')
  const timer = new AbortController()
  const tooLate = wait(timeoutMs, undefined, { signal: timer.signal }).then(
    () => signalGroup(child, 'SIGKILL'),
    () => undefined,
  )
  await exited
  timer.abort()
  await tooLate
}

/** The child and its own children. */
function signalGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals) {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, signal)
  } catch {
    // It has just ended.
  }
}
