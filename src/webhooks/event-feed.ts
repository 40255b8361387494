import type { Logger } from 'pino'
import type { Sql } from '../db/pool.ts'
import type { Journal } from '../journal/journal.ts'
import type { Clock } from '../primitives/clock.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type FeedEvent, feedPage, instantAt, lastPositions } from './event-feed-store.ts'

export interface FeedRequest {
  readonly accountId: string
  /** A position; `oldest`: the oldest stored event; `now`: only later events. */
  readonly after: number | 'oldest' | 'now'
  readonly types: readonly string[]
  readonly limit: number
  /** How long to wait when there is no event yet, ms. */
  readonly waitMs: number
}

export interface FeedPage {
  readonly events: readonly FeedEvent[]
  /** The position to continue from: every event up to it was returned, or did not match. */
  readonly next: number
  readonly last: number
}

/**
 * The public events, for merchants that poll. It has no gap and no repetition, with any concurrent
 * writers.
 */
export interface EventFeed {
  /**
   * Throws `events-expired` when the following events are no longer kept, and `validation-failed`
   * for a position that was never issued.
   */
  read(request: FeedRequest): Promise<FeedPage>
  /** Responds to every waiting reader. */
  close(): void
}

interface Deps {
  readonly config: { readonly eventDays: number }
  readonly log: Pick<Logger, 'error'>
  readonly sql: Sql
  readonly clock: Clock
  readonly journal: Pick<Journal, 'onCommitted'>
}

export function openEventFeed(app: Deps): EventFeed {
  const waits = openWaits(app)

  async function read({ accountId, after, types, limit, waitMs }: FeedRequest): Promise<FeedPage> {
    const start = await startOf(app, accountId, after)
    const page = await pageFrom(start)
    if (page.events.length > 0 || waitMs === 0) return page
    await waits.beyond(accountId, page.last, waitMs)
    return pageFrom(page.next)

    async function pageFrom(from: number): Promise<FeedPage> {
      const { events, last } = await feedPage(app.sql, { accountId, after: from, types, limit })
      const next = events.length === limit ? (events.at(-1)?.position ?? last) : last
      return { events, next, last }
    }
  }

  return { read, close: waits.close }
}

async function startOf(app: Deps, accountId: string, after: FeedRequest['after']): Promise<number> {
  const [feed] = await lastPositions(app.sql, [accountId])
  const last = feed?.last ?? 0
  if (after === 'now') return last
  if (after === 'oldest') return (await firstKept(app, accountId, last)) - 1
  if (after > last)
    throw new Rejection('validation-failed', { issues: [{ field: 'after', problem: 'cursor' }] })
  const next = after < last ? await instantAt(app.sql, accountId, after + 1) : undefined
  if (next && next < keptSince(app)) {
    const oldest = (await firstKept(app, accountId, last)) - 1
    if (oldest > after) throw new Rejection('events-expired', { params: { oldest } })
  }
  return after
}

/**
 * The smallest stored position. Positions follow time except for moments, so a binary search finds
 * it.
 */
async function firstKept(app: Deps, accountId: string, last: number): Promise<number> {
  const since = keptSince(app)
  let [low, high] = [1, last + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const at = await instantAt(app.sql, accountId, middle)
    if (at && at < since) low = middle + 1
    else high = middle
  }
  return low
}

const keptSince = ({ clock, config }: Deps): Date =>
  new Date(clock.now().getTime() - config.eventDays * 86_400_000)

interface Wait {
  readonly accountId: string
  readonly position: number
  wake(): void
}

/**
 * The readers that wait for an account's next event. A commit of this process wakes them at once, a
 * commit of another process within a second.
 */
function openWaits({ journal, log, sql }: Deps) {
  const waits = new Set<Wait>()
  let isClosed = false
  let poll: NodeJS.Timeout | undefined

  journal.onCommitted((events) => {
    if (waits.size === 0) return
    const accounts = new Set(events.map(({ accountId }) => accountId))
    for (const wait of waits) if (accounts.has(wait.accountId)) wait.wake()
  })

  const wakeReaders = async () => {
    const accountIds = [...new Set([...waits].map(({ accountId }) => accountId))]
    const last = new Map(
      (await lastPositions(sql, accountIds)).map((row) => [row.accountId, row.last]),
    )
    for (const wait of waits) if ((last.get(wait.accountId) ?? 0) > wait.position) wait.wake()
  }
  const pollAgain = () => {
    poll = setTimeout(() => {
      wakeReaders()
        .catch(() => log.error('the feed could not be read'))
        .finally(() => (waits.size > 0 ? pollAgain() : undefined))
    }, pollMs)
  }

  return {
    /**
     * Resolves when the account may have an event beyond `position`, after `waitMs` at most. At
     * once when too many readers wait already.
     */
    async beyond(accountId: string, position: number, waitMs: number): Promise<void> {
      const ofAccount = [...waits].filter((wait) => wait.accountId === accountId).length
      if (isClosed || waits.size >= mostWaits || ofAccount >= mostWaitsOfAccount) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const wait: Wait = { accountId, position, wake: resolve }
      if (waits.size === 0) pollAgain()
      waits.add(wait)
      const timer = setTimeout(resolve, waitMs)
      await promise
      clearTimeout(timer)
      waits.delete(wait)
      if (waits.size === 0) clearTimeout(poll)
    },
    close() {
      isClosed = true
      clearTimeout(poll)
      for (const wait of waits) wait.wake()
    },
  }
}

const pollMs = 1_000
const mostWaits = 256
const mostWaitsOfAccount = 16
