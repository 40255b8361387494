import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { processArguments, type RootProcess, startIn, usualPath } from './linux-root.ts'

/** A root whose processes see each other, as on one machine. */
export interface Machine {
  readonly root: string
  start(process_: Omit<RootProcess, 'root'>): ChildProcess
  /** A shell of root that stays open: variables and the folder are kept from step to step. */
  openShell(env: Readonly<Record<string, string>>): Shell
  /** Ends every process. */
  close(): Promise<void>
}

export interface Shell {
  /**
   * Runs commands and returns what they print.
   * @throws Error with their output when one fails
   */
  run(commands: string): Promise<string>
  close(): void
}

export async function openMachine(
  root: string,
  mounts: Readonly<Record<string, string>> = {},
): Promise<Machine> {
  const scratch = ['/dev/shm']
  // It ends with this process, which holds the other end of its input, and all others end with it.
  const argv = ['sh', '-c', 'echo up; exec cat']
  const first = startIn({ root, mounts, scratch, argv })
  const ended = once(first, 'close')
  if (first.stdout) await once(first.stdout, 'data')
  const [pid] = readFileSync(`/proc/${first.pid}/task/${first.pid}/children`, 'utf8').split(' ')
  const start: Machine['start'] = (process_) => {
    const enter = ['--target', pid ?? '', '--mount', '--pid', '--']
    return spawn('nsenter', [...enter, ...processArguments({ root, ...process_ })], {
      ...{ stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: usualPath, ...process_.env } },
    })
  }
  return {
    ...{ root, start },
    openShell(env) {
      const child = start({ argv: ['sh'], folder: '/root', env: { HOME: '/root', ...env } })
      let output: string[] = []
      let steps = 0
      let onEnd: (status: number | undefined) => void = () => {}
      for (const stream of [child.stdout, child.stderr])
        if (stream)
          createInterface(stream).on('line', (line) => {
            if (line === `@@${steps}`) onEnd(0)
            else output.push(line)
          })
      child.on('close', (status) => onEnd(status ?? 1))
      return {
        async run(commands) {
          output = []
          steps += 1
          await writeFile(join(root, 'tmp/step.sh'), `set -e\n${commands}\n`)
          const status = await new Promise((resolve) => {
            onEnd = resolve
            // The last line of a command may have no end of its own.
            child.stdin?.write(`. /tmp/step.sh < /dev/null; echo; echo @@${steps}\n`)
          })
          if (status === 0) return output.join('\n').trimEnd()
          throw new Error(`a command failed:\n${commands}\n${output.slice(-40).join('\n')}`)
        },
        close: () => child.stdin?.end(),
      }
    },
    async close() {
      first.kill('SIGKILL')
      await ended
    },
  }
}
