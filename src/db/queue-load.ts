import type { WorkSubject } from '../../contract/work.ts'
import type { Queryable } from './pool.ts'
import type { Fragment } from './statement.ts'

/** What a queue holds. Counts stop at `mostCounted`. */
export interface QueueLoad {
  /** Rows whose instant has come, also those that a rule holds back, such as a suspension. */
  readonly due: number
  readonly oldestDueAt: Date | null
  /** What the row that has waited longest is about. */
  readonly oldest: WorkSubject | null
  /**
   * Rows that a worker has leased. Null: unknown, because a lease is the next instant of the row
   * itself.
   */
  readonly inHand: number | null
  readonly nextDueAt: Date | null
}

/** The highest count. A count of this many means: this many or more. */
export const mostCounted = 1_000

/** The length of a worker's lease, ms. */
export const leaseMs = 60_000

/** A place in a list of stuck work. */
export interface StuckPlace {
  /** To the microsecond, as the database has it (`exactInstant`). */
  readonly dueAt: string
  readonly accountId: string
  readonly id: string
  /** The rest of the row's key, if `id` is not all of it. Otherwise empty. */
  readonly subId: string
}

export interface StuckPage {
  readonly now: Date
  readonly limit: number
  readonly after?: StuckPlace
}

/** Work that has not succeeded for longer than usual. */
export interface StuckItem extends StuckPlace {
  /** Since when it waits for success. */
  readonly since: Date
  readonly attempts: number | null
  readonly transactionId: string | null
  readonly providerId: string | null
  /** What the provider, the mail server or the receiver calls it. */
  readonly reference: string | null
  readonly amount: number | null
  readonly lastError: string | null
}

export interface FoundStuck<Item extends StuckPlace = StuckItem> {
  readonly items: readonly Item[]
  /** Where the search stopped with less than a page, although there are more rows. */
  readonly end?: StuckPlace
}

/** An instant as text that sorts by time and loses nothing. */
export const exactInstant = (sql: Queryable, at: Fragment): Fragment =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Stuck rows are looked for among this many of the longest due ones. */
export const mostSearched = 10_000
