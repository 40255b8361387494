import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type RootProcess, signal, startIn } from './linux-root.ts'

/** The services of a drill that run in roots, by name. Their errors are printed. */
export interface Services {
  start(name: string, process_: RootProcess): void
  /** Ends one by SIGTERM. Returns its exit code. */
  stop(name: string): Promise<number | null>
  /** The newest first. */
  stopAll(): Promise<void>
}

export function openServices(): Services {
  const running = new Map<string, () => Promise<number | null>>()
  const stop = async (name: string) => {
    const end = running.get(name) ?? assert.fail(`${name} does not run`)
    running.delete(name)
    return end()
  }
  return {
    start(name, process_) {
      assert.ok(!running.has(name), `${name} runs`)
      const child = startIn(process_)
      const ended = once(child, 'exit')
      for (const stream of [child.stdout, child.stderr])
        if (stream) createInterface(stream).on('line', (line) => show(name, line))
      running.set(name, async () => {
        signal(child, 'SIGTERM')
        return (await ended)[0] as number | null
      })
    },
    stop,
    async stopAll() {
      for (const name of [...running.keys()].reverse())
        console.log(`${name}: ended ${await stop(name)}`)
    },
  }
}

function show(name: string, line: string): void {
  if (/"level":[56]0|ERROR|FATAL|"level":"error"/.test(line)) console.error(`${name}: ${line}`)
}
