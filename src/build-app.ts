import { openAccountDirectory } from './accounts/account-directory.ts'
import type { App, JoinedClock, Worker } from './app.ts'
import type { Config } from './config.ts'
import { readShardCount } from './db/citus-store.ts'
import { journalConnections } from './db/connection-budget.ts'
import { followClock } from './db/follow-clock.ts'
import { readKeptKeys } from './db/kept-keys.ts'
import { openPool, type Sql } from './db/pool.ts'
import { type Journal, openJournal } from './journal/journal.ts'
import { openMailer } from './mail/mailer.ts'
import { openNotificationWriter } from './mail/notification-writer.ts'
import { openMetrics } from './metrics/metrics.ts'
import { audiencesOf } from './people/notification-choice-store.ts'
import { openPeople } from './people/people.ts'
import { gatewayActor } from './primitives/actor.ts'
import { databaseClock, type MachineTime } from './primitives/clock.ts'
import { openLog } from './primitives/log.ts'
import { openVault } from './primitives/vault.ts'
import { openCallRecorder } from './providers/health/call-recorder.ts'
import { openProviderHealth } from './providers/polling/circuit-breaker.ts'
import { openProviders } from './providers/registry.ts'
import { openRequestLog } from './request-log/request-log.ts'
import { openTracing } from './tracing/tracing.ts'
import { openDeliveries } from './webhooks/deliver.ts'
import { openEventFeed } from './webhooks/event-feed.ts'
import { fanOutWriter } from './webhooks/fan-out-store.ts'
import { notifyDeliveryWorkers } from './webhooks/notify-delivery-workers-store.ts'
import { joinClock } from './worker/join-clock.ts'
import { startWorker } from './worker/worker.ts'

export interface AppOptions {
  readonly config: Config
  readonly databaseUrl: string
  readonly baseUrl: string
  /** Whether this process does due work. */
  readonly works: boolean
  /**
   * Whether other processes wait for this one when business time moves: true for a server of a
   * sandbox, false for a command.
   */
  readonly joinsClock?: boolean
  /** The clocks of this machine, where a test replaces them. */
  readonly machineTime?: MachineTime
}

/**
 * Builds the gateway on a migrated database. It is the only dependency injection. When it throws,
 * nothing that it opened stays open: an open connection would keep the process alive.
 */
export async function buildApp(options: AppOptions): Promise<App> {
  const parts: Partial<Parts> = {}
  try {
    return await openApp(options, parts)
  } catch (cause) {
    for (const end of stepsOfClosing(parts))
      try {
        await end()
      } catch {} // It is as broken as the start. The rest is closed all the same.
    throw cause
  }
}

/** What must be closed. */
interface Parts {
  readonly tracing: App['tracing']
  readonly sql: Sql
  readonly journalSql: Sql
  readonly journal: Journal
  readonly clockFollower: App['clockFollower']
  readonly providerCalls: App['providerCalls']
  readonly providers: App['providers']
  readonly accounts: App['accounts']
  readonly people: App['people']
  readonly requestLog: App['requestLog']
  readonly deliveries: App['deliveries']
  readonly feed: App['feed']
  readonly joinedClock: JoinedClock
  readonly worker: Worker
}

/**
 * The order lets accepted work finish: no new work, then the work in progress, then the
 * connections.
 */
const stepsOfClosing = (parts: Partial<Parts>): readonly (() => unknown)[] => [
  () => parts.feed?.close(),
  () => parts.worker?.stop(),
  () => parts.joinedClock?.leave(),
  () => parts.deliveries?.stop(),
  () => parts.journal?.close(),
  () =>
    Promise.all([parts.accounts?.close(), parts.providers?.close(), parts.clockFollower?.stop()]),
  () => parts.people?.background.idle().then(() => parts.people?.logins.close()),
  () => parts.providerCalls?.close(),
  () => parts.requestLog?.close(),
  () => parts.tracing?.close(),
  () => Promise.all([parts.sql, parts.journalSql].map((sql) => sql?.end({ timeout: 5 }))),
]

/** Each part that must be closed is kept in `parts` as soon as it is open. */
async function openApp(
  options: AppOptions,
  parts: { -readonly [Key in keyof Parts]?: Parts[Key] },
): Promise<App> {
  const { config, databaseUrl, baseUrl, works, joinsClock = false, machineTime } = options
  const keep = <Name extends keyof Parts>(name: Name, part: Parts[Name]): Parts[Name] => {
    parts[name] = part
    return part
  }
  const database = { url: databaseUrl, directUrl: config.databaseDirectUrl }
  const log = openLog(config)
  const metrics = openMetrics()
  const tracing = keep(
    'tracing',
    await openTracing({ settings: config.tracing, log, onSpans: metrics.spansEnded }),
  )
  const shards = await readShardCount(database.directUrl ?? databaseUrl)
  const pool = { ...database, shards, onWait: metrics.connectionAwaited }
  const sql = keep('sql', openPool({ ...pool, max: config.poolSize, applicationName: 'guiche' }))
  const journalSql = keep(
    'journalSql',
    openPool({
      ...pool,
      max: journalConnections,
      applicationName: 'guiche-journal',
      // Citus plans a statement for its values, because they say on which server the rows are.
      plansOnce: shards === undefined,
    }),
  )
  const clock = databaseClock(machineTime)
  const keptKeys = await readKeptKeys(sql, openVault(config.secrets))
  const vault = openVault({ ...config.secrets, ...keptKeys })
  const notificationWriter = openNotificationWriter({ vault, clock, log, audiencesOf })
  const journal = keep(
    'journal',
    openJournal({ sql: journalSql, alongside: [fanOutWriter, notificationWriter], metrics }),
  )
  const clockFollower = keep(
    'clockFollower',
    await followClock({ sql, clock, log, isMovable: config.mode === 'sandbox' }),
  )
  const providerHealth = openProviderHealth()
  // Called only when a provider is open.
  const kindOf = (id: string): string => providers.kindOf(id) ?? 'unknown'
  const { probed } = providerHealth
  const providerCalls = keep(
    'providerCalls',
    openCallRecorder({ sql, clock, log, probed, metrics, kindOf }),
  )
  const providers = keep('providers', await openProviders({ sql, vault, providerCalls }))
  journal.onCommitted((events) => {
    for (const { type, payment } of events)
      metrics.committed(type, payment && { ...payment, kind: kindOf(payment.providerId) })
  })
  const deps = {
    config,
    log,
    metrics,
    tracing,
    sql,
    clock,
    clockFollower,
    vault,
    journal: journal.by(gatewayActor),
    actor: gatewayActor,
    providers,
    providerHealth,
    providerCalls,
    links: {
      baseUrl,
      ...(config.checkoutUrl !== undefined && { checkoutUrl: config.checkoutUrl }),
    },
  }
  const accounts = keep('accounts', await openAccountDirectory(deps))
  const people = keep('people', await openPeople(deps))
  const requestLog = keep(
    'requestLog',
    openRequestLog({ database, log, isOn: config.logsRequests }),
  )
  const deliveries = keep('deliveries', openDeliveries({ ...deps, works }))
  const feed = keep('feed', openEventFeed(deps))
  const app: { -readonly [Key in keyof App]: App[Key] } = {
    ...deps,
    accounts,
    people,
    requestLog,
    deliveries,
    feed,
    ...(config.mail && { mailer: openMailer(config.mail) }),
    async close() {
      for (const end of stepsOfClosing(parts)) await end()
    },
  }
  if (joinsClock) app.joinedClock = keep('joinedClock', await joinClock(app, works))
  if (works) app.worker = keep('worker', startWorker(app))
  else journal.onCommitted(notifyDeliveryWorkers(sql))
  return app
}
