import assert from 'node:assert/strict'
import { AsyncResource } from 'node:async_hooks'
import { spawnSync } from 'node:child_process'
import { after, afterEach, before, beforeEach, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endRunnerHook } from './runner-hook.ts'

/**
 * Runs test files after each other in this process, each as a suite with hooks of its own. A file
 * fails when it leaves the globals of the process changed for the next ones. Ends the process when
 * no import, test or set-up has begun or ended for `limitMs`: the runner's own limit would count
 * for a whole file. 0: no limit, because each test has one of its own.
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
      let globals: Globals
      before(() => {
        globals = globalsNow()
        progress('before its tests')()
      })
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
      // Declared last, so that it runs after the hooks of the file.
      const checkGlobals = () => after(() => assert.deepEqual(changedSince(globals), []))
      return own.then(() => context.runInAsyncScope(checkGlobals))
    })
  imported?.finally(endRunnerHook).catch(() => {}) // The suite of the file has failed by it.
  for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'])
    process.on(event, (cause) => console.error(`During ${current}:`, cause))
}

type Globals = Readonly<Record<string, unknown>>

/** What a test may change and has to restore, by name. */
const globalsNow = (): Globals => ({
  ...process.env,
  ...{ 'console.log': console.log, 'console.error': console.error },
  ...{ fetch: globalThis.fetch, 'Date.now': Date.now },
})

/** The names only: a variable may be a secret. */
function changedSince(before: Globals): readonly string[] {
  const now = globalsNow()
  return Object.keys({ ...before, ...now }).filter((name) => now[name] !== before[name])
}

/** Ends this process, and the programs that its tests have started: no test ends them any more. */
function endAt(current: string, limitMs: number): void {
  console.error(`Not ended within ${limitMs / 1_000} s: ${current}`)
  spawnSync('pkill', ['-KILL', '-P', String(process.pid)])
  process.exit(1)
}
