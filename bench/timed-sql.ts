import type { Sql } from '../src/db/pool.ts'
import { monotonicMs } from '../src/primitives/clock.ts'

/** The same pool, with the time in which at least one of its statements was in progress. */
export function timeStatements(sql: Sql): { readonly sql: Sql; busyMs(): number } {
  let inProgress = 0
  let sinceMs = 0
  let busyMs = 0

  async function timed<Result>(work: () => PromiseLike<Result>): Promise<Result> {
    if (inProgress === 0) sinceMs = monotonicMs()
    inProgress += 1
    try {
      return await work()
    } finally {
      inProgress -= 1
      if (inProgress === 0) busyMs += monotonicMs() - sinceMs
    }
  }

  const begin: Sql['begin'] = (work, options) => timed(() => sql.begin(work, options))
  return {
    busyMs: () => busyMs,
    sql: new Proxy(sql, {
      apply(target, self, parts) {
        const made = Reflect.apply(target, self, parts)
        if (!('then' in made)) return made
        const send: Promise<unknown>['then'] = made.then
        const answer = () => timed(() => new Promise((resolve, reject) => send(resolve, reject)))
        const then: typeof send = (onFulfilled, onRejected) =>
          answer().then(onFulfilled, onRejected)
        return Object.assign(made, { then })
      },
      get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)),
    }),
  }
}
