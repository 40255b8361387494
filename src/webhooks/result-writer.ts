import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { TimedSql } from '../db/business-time.ts'
import { type DeliveryResult, type DueQueue, recordResults } from './delivery-store.ts'

/** Writes results in groups: results that arrive while one group is written form the next. */
export interface ResultWriter {
  /**
   * Returns the queues in which this group made later events due, after the write. Never rejects.
   */
  add(result: DeliveryResult): Promise<readonly DueQueue[]>
  isIdle(): boolean
}

export function openResultWriter({
  log,
  ...deps
}: TimedSql & { readonly log: Pick<Logger, 'error'> }): ResultWriter {
  let waiting: DeliveryResult[] = []
  let next: Promise<readonly DueQueue[]> | undefined
  let writing: Promise<readonly DueQueue[]> = Promise.resolve([])
  let pending = 0

  const writeGroup = (): Promise<readonly DueQueue[]> => {
    const group = waiting
    waiting = []
    next = undefined
    writing = writeWithRetry(deps, group)
      .catch((cause) => {
        log.error(
          { err: cause instanceof Error ? cause.message : 'unknown', count: group.length },
          'results lost: these deliveries are tried again',
        )
        return []
      })
      .finally(() => {
        pending -= group.length
      })
    return writing
  }

  return {
    add(result) {
      pending += 1
      waiting.push(result)
      next ??= writing.then(writeGroup)
      return next
    },
    isIdle: () => pending === 0,
  }
}

/**
 * A database that is back within a few seconds loses nothing. A longer outage only causes a second
 * attempt.
 */
async function writeWithRetry(
  deps: TimedSql,
  results: readonly DeliveryResult[],
): Promise<readonly DueQueue[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await recordResults(deps, results)
    } catch (cause) {
      if (tries === 5) throw cause
      await wait(50 * 4 ** tries)
    }
  }
}
