import type { Logger } from 'pino'
import type { Sql } from '../db/pool.ts'
import type { Journal } from '../journal/journal.ts'
import type { Clock } from '../primitives/clock.ts'
import { dayMs } from '../primitives/durations.ts'
import { Rejection } from '../primitives/rejection.ts'
import {
  type FeedEvent,
  type FeedQuery,
  feedPage,
  instantAt,
  lastPositions,
} from './event-feed-store.ts'

export interface FeedRequest {
  readonly accountId: string
  /** A position; `oldest`: the oldest stored event; `now`: only later events. */
  readonly after: number | 'oldest' | 'now'
  readonly types: readonly string[]
  readonly limit: number
  /** How long to wait when there is no event yet, ms. */
  readonly waitMs: number
}

/** A reader that stays. */
export interface FollowRequest extends Omit<FeedRequest, 'limit' | 'waitMs'> {
  /** Without an event for this long the reader gets an empty page, ms. */
  readonly idleMs?: number
  /** Ends the reading. */
  readonly ends: AbortSignal
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
  /**
   * Every later page, each as soon as it has an event. The first page follows at once and may be
   * empty. The next page is read when the one before was taken. Throws as `read` does.
   */
  follow(request: FollowRequest): Promise<AsyncIterable<FeedPage>>
  /** Responds to every waiting reader, and ends every reader that stays. */
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
  const pages = sharedPages(app.sql)

  async function read({ accountId, after, types, limit, waitMs }: FeedRequest): Promise<FeedPage> {
    const start = await startOf(app, accountId, after)
    const page = await pages({ accountId, after: start, types, limit })
    if (page.events.length > 0 || waitMs === 0) return page
    await waits.beyond(accountId, page.last, waitMs)
    return pages({ accountId, after: page.next, types, limit })
  }

  async function* pagesFrom(
    start: number,
    { accountId, types, ends, idleMs = usualIdleMs }: FollowRequest,
  ): AsyncGenerator<FeedPage> {
    const wait = waits.stay(accountId, ends)
    try {
      for (let after = start; !wait.isOver(); ) {
        wait.begin()
        const page = await pages({ accountId, after, types, limit: followLimit })
        after = page.next
        yield page
        if (page.events.length === followLimit) continue
        // A busy account wakes its readers at each commit. They read a few times a second.
        await Promise.all([wait.beyond(page.last, idleMs), wait.atLeast(gapMs)])
      }
    } finally {
      wait.end()
    }
  }

  return {
    read,
    follow: async (request) =>
      pagesFrom(await startOf(app, request.accountId, request.after), request),
    close: waits.close,
  }
}

/** Readers at the same place share a query: a commit wakes all readers of an account at once. */
function sharedPages(sql: Sql): (query: FeedQuery) => Promise<FeedPage> {
  const reading = new Map<string, Promise<FeedPage>>()
  const read = async (query: FeedQuery): Promise<FeedPage> => {
    const { events, last } = await feedPage(sql, query)
    const next = events.length === query.limit ? (events.at(-1)?.position ?? last) : last
    return { events, next, last }
  }
  // A query that already runs may miss what woke the reader, so only those of one turn are shared.
  return (query) => {
    const name = JSON.stringify(query)
    const shared = reading.get(name)
    if (shared) return shared
    const page = read(query)
    reading.set(name, page)
    setImmediate(() => reading.delete(name))
    return page
  }
}

async function startOf(app: Deps, accountId: string, after: FeedRequest['after']): Promise<number> {
  const [feed] = await lastPositions(app.sql, [accountId])
  const last = feed?.last ?? 0
  if (after === 'now') return last
  if (after === 'oldest') return (await firstKept(app, accountId, last)) - 1
  if (after > last)
    throw new Rejection('validation-failed', { issues: [{ field: 'after', problem: 'cursor' }] })
  if (after < last && !isKept(app, await instantAt(app.sql, accountId, after + 1))) {
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
  let [low, high] = [1, last + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isKept(app, await instantAt(app.sql, accountId, middle))) high = middle
    else low = middle + 1
  }
  return low
}

/** An event that was issued and is not stored any more is in a month that was detached. */
const isKept = (app: Deps, at: Date | undefined): boolean =>
  at !== undefined && at >= keptSince(app)

const keptSince = ({ clock, config }: Deps): Date =>
  new Date(clock.now().getTime() - config.eventDays * dayMs)

interface Wait {
  readonly accountId: string
  /** The reader has read up to it. */
  position: number
  wake(): void
}

/**
 * The readers that wait for an account's next event. A commit of this process wakes them at once, a
 * commit of another process within a second: one query a second for all of them.
 */
function openWaits({ journal, log, sql }: Deps) {
  /** The readers of one page. */
  const passing = new Set<Wait>()
  /** The readers that stay have limits of their own. */
  const staying = new Set<Wait>()
  const waits = () => [...passing, ...staying]
  const isIdle = () => passing.size + staying.size === 0
  let isClosed = false
  let poll: NodeJS.Timeout | undefined

  journal.onCommitted((events) => {
    if (isIdle()) return
    const accounts = new Set(events.map(({ accountId }) => accountId))
    for (const wait of waits()) if (accounts.has(wait.accountId)) wait.wake()
  })

  const wakeReaders = async () => {
    const accountIds = [...new Set(waits().map(({ accountId }) => accountId))]
    const last = new Map(
      (await lastPositions(sql, accountIds)).map((row) => [row.accountId, row.last]),
    )
    for (const wait of waits()) if ((last.get(wait.accountId) ?? 0) > wait.position) wait.wake()
  }
  const pollAgain = () => {
    poll = setTimeout(() => {
      wakeReaders()
        .catch(() => log.error('the feed could not be read'))
        .finally(() => (!isIdle() && !isClosed ? pollAgain() : undefined))
    }, pollMs)
  }
  const add = (to: Set<Wait>, wait: Wait) => {
    if (isIdle()) pollAgain()
    to.add(wait)
  }
  const remove = (from: Set<Wait>, wait: Wait) => {
    from.delete(wait)
    if (isIdle()) clearTimeout(poll)
  }

  return {
    /**
     * Resolves when the account may have an event beyond `position`, after `waitMs` at most. At
     * once when too many readers wait already.
     */
    async beyond(accountId: string, position: number, waitMs: number): Promise<void> {
      if (isClosed || passing.size >= mostWaits) return
      const ofAccount = [...passing].filter((wait) => wait.accountId === accountId).length
      if (ofAccount >= mostWaitsOfAccount) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const wait: Wait = { accountId, position, wake: resolve }
      add(passing, wait)
      const timer = setTimeout(resolve, waitMs)
      await promise
      clearTimeout(timer)
      remove(passing, wait)
    },
    /** A reader that stays: what wakes it while it reads counts when it waits again. */
    stay(accountId: string, ends: AbortSignal) {
      let bell = Promise.withResolvers<void>()
      const wait: Wait = { accountId, position: 0, wake: () => bell.resolve() }
      add(staying, wait)
      ends.addEventListener('abort', wait.wake, { once: true })
      const isOver = () => isClosed || ends.aborted
      return {
        isOver,
        /** The following page includes what woke the reader until now. */
        begin() {
          if (!isOver()) bell = Promise.withResolvers<void>()
        },
        async beyond(position: number, waitMs: number): Promise<void> {
          wait.position = position
          if (isOver()) return
          const timer = setTimeout(wait.wake, waitMs)
          await bell.promise
          clearTimeout(timer)
        },
        atLeast: (ms: number) => new Promise<void>((wake) => setTimeout(wake, isOver() ? 0 : ms)),
        end() {
          ends.removeEventListener('abort', wait.wake)
          remove(staying, wait)
        },
      }
    },
    close() {
      isClosed = true
      clearTimeout(poll)
      for (const wait of waits()) wait.wake()
    },
  }
}

const pollMs = 1_000
const mostWaits = 256
const mostWaitsOfAccount = 16

/** Proxies end a connection that is silent for a minute or less. */
const usualIdleMs = 15_000
/** The shortest time between two pages of a reader that stays. */
const gapMs = 150
/** One page of each reader is in memory. */
const followLimit = 50
