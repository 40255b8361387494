import { openAccountDirectory } from './accounts/account-directory.ts'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import { readShardCount } from './db/citus-store.ts'
import { journalConnections } from './db/connection-budget.ts'
import { followClock } from './db/follow-clock.ts'
import { readKeptKeys } from './db/kept-keys.ts'
import { openPool } from './db/pool.ts'
import { openJournal } from './journal/journal.ts'
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

/** Builds the gateway on a migrated database. It is the only dependency injection. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, databaseUrl, baseUrl, works, joinsClock = false, machineTime } = options
  const database = { url: databaseUrl, directUrl: config.databaseDirectUrl }
  const log = openLog(config)
  const metrics = openMetrics()
  const tracing = await openTracing({
    settings: config.tracing,
    log,
    onSpans: metrics.spansEnded,
  })
  const shards = await readShardCount(database.directUrl ?? databaseUrl)
  const sql = openPool({
    ...database,
    max: config.poolSize,
    applicationName: 'guiche',
    shards,
    onWait: metrics.connectionAwaited,
  })
  const journalSql = openPool({
    ...database,
    max: journalConnections,
    applicationName: 'guiche-journal',
    // Citus plans a statement for its values, because they say on which server the rows are.
    plansOnce: shards === undefined,
    shards,
    onWait: metrics.connectionAwaited,
  })
  const clock = databaseClock(machineTime)
  const keptKeys = await readKeptKeys(sql, openVault(config.secrets))
  const vault = openVault({ ...config.secrets, ...keptKeys })
  const notificationWriter = openNotificationWriter({ vault, clock, log, audiencesOf })
  const journal = openJournal({
    sql: journalSql,
    alongside: [fanOutWriter, notificationWriter],
    metrics,
  })
  const clockFollower = await followClock({ sql, clock, log, isMovable: config.mode === 'sandbox' })
  const providerHealth = openProviderHealth()
  // Called only when a provider is open.
  const kindOf = (id: string): string => providers.kindOf(id) ?? 'unknown'
  const { probed } = providerHealth
  const providerCalls = openCallRecorder({ sql, clock, log, probed, metrics, kindOf })
  const providers = await openProviders({ sql, vault, providerCalls })
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
  const accounts = await openAccountDirectory(deps)
  const people = await openPeople(deps)
  const requestLog = openRequestLog({ database, log, isOn: config.logsRequests })
  const deliveries = openDeliveries({ ...deps, works })
  const feed = openEventFeed(deps)
  const app: { -readonly [Key in keyof App]: App[Key] } = {
    ...deps,
    accounts,
    people,
    requestLog,
    deliveries,
    feed,
    ...(config.mail && { mailer: openMailer(config.mail) }),
    close,
  }
  if (joinsClock) app.joinedClock = await joinClock(app, works)
  if (works) app.worker = startWorker(app)
  else journal.onCommitted(notifyDeliveryWorkers(sql))
  return app

  /**
   * The order lets accepted work finish: no new work, then the work in progress, then the
   * connections.
   */
  async function close(): Promise<void> {
    feed.close()
    await app.worker?.stop()
    await app.joinedClock?.leave()
    await deliveries.stop()
    await journal.close()
    await Promise.all([
      accounts.close(),
      people.background.idle().then(() => people.logins.close()),
      providers.close(),
      clockFollower.stop(),
    ])
    await providerCalls.close()
    await requestLog.close()
    await tracing.close()
    await Promise.all([sql.end({ timeout: 5 }), journalSql.end({ timeout: 5 })])
  }
}
