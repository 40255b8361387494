import type { Logger } from 'pino'
import type { Sql } from '../db/pool.ts'
import type { Journal } from '../journal/journal.ts'
import type { Transaction } from './transaction.ts'
import { versionsOf } from './transaction-version-store.ts'

/** A payment, at the version that its viewer has seen. */
export type SeenPayment = Pick<Transaction, 'accountId' | 'id' | 'version'>

/** Lets the viewers of payments wait for the next change. */
export interface PaymentWatch {
  /**
   * Resolves to true when the payment has a later version, and to false after `waitMs`, when `ends`
   * aborts, and when the watch is closed.
   */
  later(payment: SeenPayment, wait: { waitMs: number; ends: AbortSignal }): Promise<boolean>
  close(): void
}

interface Deps {
  readonly log: Pick<Logger, 'error'>
  readonly sql: Sql
  readonly journal: Pick<Journal, 'onCommitted'>
}

interface Viewer extends SeenPayment {
  end(isLater: boolean): void
}

/**
 * A commit of this process ends the waits at once, a commit of another process within `pollMs`: one
 * query for all viewers.
 */
export function watchPayments({ journal, log, sql }: Deps, { pollMs = 1_000 } = {}): PaymentWatch {
  const viewers = new Set<Viewer>()
  let poll: NodeJS.Timeout | undefined
  let isClosed = false

  const endOlder = (found: readonly SeenPayment[]) => {
    const versions = new Map(found.map(({ id, version }) => [id, version]))
    for (const viewer of viewers)
      if ((versions.get(viewer.id) ?? 0) > viewer.version) viewer.end(true)
  }
  journal.onCommitted((events) => {
    if (viewers.size > 0)
      endOlder(events.map(({ objectId, ...event }) => ({ ...event, id: objectId })))
  })
  const pollAgain = () => {
    poll = setTimeout(async () => {
      try {
        endOlder(await versionsOf(sql, [...viewers]))
      } catch {
        log.error('the payments that are viewed could not be read')
      }
      poll = undefined
      if (viewers.size > 0 && !isClosed) pollAgain()
    }, pollMs)
  }

  return {
    async later({ accountId, id, version }, { waitMs, ends }) {
      if (isClosed || ends.aborted) return false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const viewer: Viewer = { accountId, id, version, end: resolve }
      const timer = setTimeout(resolve, waitMs, false)
      const onEnd = () => resolve(false)
      ends.addEventListener('abort', onEnd, { once: true })
      viewers.add(viewer)
      if (!poll) pollAgain()
      const isLater = await promise
      viewers.delete(viewer)
      ends.removeEventListener('abort', onEnd)
      clearTimeout(timer)
      return isLater
    },
    close() {
      isClosed = true
      clearTimeout(poll)
      for (const viewer of viewers) viewer.end(false)
    },
  }
}
