import type { Logger } from 'pino'
import type { AccountDirectory } from './accounts/account-directory.ts'
import type { Config } from './config.ts'
import type { ClockFollower } from './db/follow-clock.ts'
import type { Sql } from './db/pool.ts'
import type { Journal } from './journal/journal.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { People } from './people/people.ts'
import type { Actor } from './primitives/actor.ts'
import type { Clock } from './primitives/clock.ts'
import type { Vault } from './primitives/vault.ts'
import type { CallRecorder } from './providers/health/call-recorder.ts'
import type { ProviderHealth } from './providers/polling/circuit-breaker.ts'
import type { ProviderRegistry } from './providers/registry.ts'
import type { RequestLog } from './request-log/request-log.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { Deliveries } from './webhooks/deliver.ts'
import type { EventFeed } from './webhooks/event-feed.ts'

/**
 * Everything that is built once. Functions name the parts they use: `Pick<App, 'sql' | 'clock'>`.
 */
export interface App {
  readonly config: Config
  readonly log: Logger
  /** What this process counts and times. */
  readonly metrics: Metrics
  /** The traces of this process. */
  readonly tracing: Tracing
  readonly sql: Sql
  readonly clock: Clock
  /** Keeps `clock` equal to the database's clock. */
  readonly clockFollower: ClockFollower
  readonly journal: Journal
  /** Who acts. The journal and the audit log record it with each change. */
  readonly actor: Actor
  readonly vault: Vault
  readonly accounts: AccountDirectory
  readonly people: People
  readonly providers: ProviderRegistry
  readonly providerHealth: ProviderHealth
  /** Counts the calls to providers. */
  readonly providerCalls: CallRecorder
  /** Keeps the requests of accounts for some days. */
  readonly requestLog: RequestLog
  readonly deliveries: Deliveries
  readonly feed: EventFeed
  /** Absent: no mail server is configured, and mails wait. */
  readonly mailer?: Mailer
  /** Where our own addresses begin, without a slash at the end. */
  readonly links: {
    readonly baseUrl: string
    /** The pages of links and sessions, if they have an address of their own. */
    checkoutUrl?: string
    /** The pages and control routes of the sandbox. The program that starts it sets them. */
    sandboxUrl?: string
  }
  /** Present where the worker role runs. */
  readonly worker?: Worker
  /** Present in a server of a sandbox: the others wait for it when business time moves. */
  readonly joinedClock?: JoinedClock
  close(): Promise<void>
}

/** The app for one actor: what is changed through it carries the actor. */
export const actAs = (app: App, actor: Actor): App => ({
  ...app,
  actor,
  journal: app.journal.by(actor),
})

export interface Worker {
  /**
   * Does all work that is due by business time, and the work that becomes due by it. Returns the
   * number of done items. Throws `JobsFailed` when all is done except the work of jobs that failed.
   */
  runUntilIdle(): Promise<number>
  /** The number of items it has done since its start, also in its own turns. */
  worked(): number
  /**
   * Stops taking work and waits for the work in progress, except calls that a provider does not
   * answer: they are safe to repeat.
   */
  stop(): Promise<void>
}

/** This process among the servers of a sandbox that follow one business time. */
export interface JoinedClock {
  readonly id: string
  /**
   * Whether a live process may use an earlier offset than this one. Until that is known, no due
   * work is done here.
   */
  isAhead(): boolean
  /**
   * Resolves when every live process uses the offset of this one. A process that dies is waited for
   * a few seconds.
   */
  untilShared(): Promise<void>
  /** Serves no further request for due work, and removes this process. */
  leave(): Promise<void>
}
