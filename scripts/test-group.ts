import { AsyncResource } from 'node:async_hooks'
import { spawnSync } from 'node:child_process'
import { afterEach, before, beforeEach, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endRunnerHook } from './runner-hook.ts'

/**
 * Runs test files after each other in this process, each as a suite with hooks of its own. Ends the
 * process when no import, test or set-up has begun or ended for `limitMs`: the runner's own limit
 * would count for a whole file. 0: no limit, because each test has one of its own.
 */
export function runFiles(files: readonly string[], limitMs: number): void {
  let current = 'the first file'
  const limit = limitMs === 0 ? undefined : setTimeout(() => endAt(current, limitMs), limitMs)
  limit?.unref()
  let imported: Promise<unknown> | undefined
  for (const file of files)
    suite(file, () => {
      const progress = (text: string) => () => {
        current = `${file}, ${text}`
        limit?.refresh()
      }
      before(progress('before its tests'))
      beforeEach((t) => progress('name' in t ? t.name : '')())
      afterEach(progress('after a test'))
      // The runner takes the suite of a test from the asynchronous context.
      const context = new AsyncResource('test file')
      const load = () => {
        progress('its import')()
        return context.runInAsyncScope(() => import(pathToFileURL(file).href))
      }
      // A file may open a database while it is imported: one after the other. No test begins before
      // the last import has ended.
      const own = imported ? imported.then(load, load) : load()
      imported = own
      return own.then(() => undefined)
    })
  imported?.finally(endRunnerHook).catch(() => {}) // The suite of the file has failed by it.
  for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'])
    process.on(event, (cause) => console.error(`During ${current}:`, cause))
}

/** Ends this process, and the programs that its tests have started: no test ends them any more. */
function endAt(current: string, limitMs: number): void {
  console.error(`Not ended within ${limitMs / 1_000} s: ${current}`)
  spawnSync('pkill', ['-KILL', '-P', String(process.pid)])
  process.exit(1)
}
