import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { paymentMethods } from '../../../contract/fields.ts'
import { type WorkKind, workKinds } from '../../../contract/work.ts'
import { railOf } from '../../accounts/account-rules.ts'
import type { App } from '../../app.ts'
import { version } from '../../config/package.ts'
import type { RejectionCode } from '../../primitives/rejection.ts'
import type { MonthNumbers } from '../../worker/stored-numbers-store.ts'
import { blockedCommits } from '../meta/health.ts'
import { missingMigrations } from '../meta/readiness-store.ts'
import { openProcessMetrics } from './process-metrics.ts'
import { openStoredReader, type Reading } from './stored-numbers.ts'

/** The text that an operator's Prometheus reads. */
export interface MetricsPage {
  readonly contentType: string
  /** Every metric that the page may show, with the names of its labels. */
  families(): ReadonlyMap<string, readonly string[]>
  /**
   * Takes at most about two seconds, also when the database does not respond. With several
   * processes it may take up to six, when one of them does not respond.
   */
  render(): Promise<string>
}

export type MetricsApp = Pick<
  App,
  | 'metrics'
  | 'journal'
  | 'sql'
  | 'clock'
  | 'clockFollower'
  | 'requestLog'
  | 'deliveries'
  | 'providers'
  | 'providerHealth'
  | 'config'
  | 'worker'
>

/**
 * How often the delay of the event loop is measured, ms. Each measurement wakes an idle process. A
 * loop without delay shows this time.
 */
const loopMs = 50

/**
 * Opens the page: what the process counts (`app.metrics`), what it can read of itself at a scrape,
 * and what the database holds. docs/operating/metrics.md describes every metric.
 */
export function openMetricsPage(
  app: MetricsApp,
  { hasApi }: { readonly hasApi: boolean },
): MetricsPage {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopMs })
  // A sandbox moves its clock, and its tests look at once at what they did.
  const reader = openStoredReader(app, { everyMs: app.config.adjustableClock ? 0 : everyMs })
  const add = gauges(registry)
  addProcess(app, add, hasApi)
  addReadiness(app, add, () => reader.isSilent())
  addProviders(app, add)
  addStored(add, reader.last)
  addDropped(app, registry)
  const registries = [app.metrics.registry, registry]
  return {
    contentType: registry.contentType,
    families: () => new Map(registries.flatMap((each) => each.getMetricsAsArray()).map(familyOf)),
    render: openProcessMetrics(
      {
        registries,
        refresh: () => {
          expectPayments(app)
          return reader.refresh()
        },
      },
      app.config.processNumber,
    ),
  }
}

/** The least time between two readings of the database, ms. */
const everyMs = 10_000

/** The library keeps the names of the labels, and its types leave them out. */
const familyOf = (metric: { readonly name: string }) =>
  [metric.name, (metric as { labelNames?: readonly string[] }).labelNames ?? []] as const

type Labels = Readonly<Record<string, string>>
/** Values with their labels. Undefined: the value is not known, so the metric is left out. */
type Values = readonly (readonly [Labels, number | undefined])[]
type AddGauge = (
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => Values,
) => void

/** Adds gauges that are read at each scrape. A series that is not read any more disappears. */
const gauges =
  (registry: Registry): AddGauge =>
  (name, help, labelNames, read) => {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect() {
        this.reset()
        // Without labels a gauge is 0 until it is set.
        if (labelNames.length === 0) this.remove()
        for (const [labels, value] of read()) if (value !== undefined) this.set(labels, value)
      },
    })
  }

const one = (value: number | undefined): Values => [[{}, value]]
const seconds = (at: Date | undefined): number | undefined => at && at.getTime() / 1_000

function addProcess(app: MetricsApp, add: AddGauge, hasApi: boolean): void {
  const { config, journal, sql, deliveries } = app
  const build = { version: version(), node: process.versions.node }
  add('guiche_build_info', 'The version of this process. Always 1.', Object.keys(build), () => [
    [build, 1],
  ])
  add('guiche_role', 'The roles of this process. Always 1.', ['role'], () => [
    [{ role: 'api' }, hasApi ? 1 : undefined],
    [{ role: 'worker' }, app.worker ? 1 : undefined],
  ])
  add('guiche_http_requests_in_flight_limit', 'Requests that may do work at once.', [], () =>
    one(config.limits.requestsInFlight),
  )
  add('guiche_journal_queue_length', 'Changes that wait for a commit.', [], () =>
    one(journal.queue().length),
  )
  add('guiche_journal_queue_limit', 'Changes that may wait for a commit.', [], () =>
    one(journal.queue().limit),
  )
  add(
    'guiche_journal_stall_seconds',
    'For how long commits have been tried and none has succeeded. 0: they succeed.',
    [],
    () => one((journal.stall()?.forMs ?? 0) / 1_000),
  )
  add('guiche_db_connections', 'Connections of this process.', ['state'], () => {
    const { used, idle } = sql.connections()
    return [
      [{ state: 'used' }, used],
      [{ state: 'idle' }, idle],
    ]
  })
  add('guiche_db_connections_limit', 'Connections that this process may open.', [], () =>
    one(sql.connections().limit),
  )
  add('guiche_db_connections_waiting', 'Statements that wait for a connection.', [], () =>
    one(sql.connections().waiting),
  )
  add('guiche_webhook_attempts_in_flight', 'Attempts to deliver a webhook now.', [], () =>
    one(deliveries.slots().used),
  )
  add('guiche_webhook_attempts_in_flight_limit', 'Attempts that may run at once.', [], () =>
    one(deliveries.slots().limit),
  )
  add(
    'guiche_clock_skew_seconds',
    "How far this machine's clock is ahead of the database's.",
    [],
    () => one(app.clockFollower.skewMs() / 1_000),
  )
  const { adminTokenUntil, previousAdminToken } = config.secrets
  add(
    'guiche_operator_token_expiry_timestamp_seconds',
    'When an operator token ends, as Unix time. A token without an end is left out.',
    ['token'],
    () => [
      [{ token: 'current' }, seconds(adminTokenUntil)],
      [{ token: 'previous' }, seconds(previousAdminToken?.until)],
    ],
  )
}

/** The request log counts by itself: this reads its counts. */
function addDropped({ requestLog }: MetricsApp, registry: Registry): void {
  new Counter({
    name: 'guiche_request_log_dropped_total',
    help: 'Requests of accounts that are missing in their request log, by cause.',
    labelNames: ['cause'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [cause, count] of Object.entries(requestLog.dropped)) this.inc({ cause }, count)
    },
  })
}

/** The codes of `/health/ready`. */
const readinessCodes = [
  'overloaded',
  'commits-failing',
  'database-silent',
  'migrations-missing',
  'clock-unknown',
] as const satisfies readonly RejectionCode[]

/**
 * Migrations are looked up until none is missing: an applied one does not disappear. The lookup
 * runs beside the scrape, which shows its last result.
 */
function addReadiness(app: MetricsApp, add: AddGauge, isSilent: () => boolean): void {
  let lacksMigrations = false
  let isMigrated = false
  const look = async () => {
    const missing = await missingMigrations(app.sql).catch(() => undefined)
    if (missing === undefined) return
    isMigrated = missing.length === 0
    lacksMigrations = !isMigrated
  }
  add(
    'guiche_not_ready',
    'Why this process is not ready: 1 for each reason that /health/ready would report.',
    ['code'],
    () => {
      if (!isMigrated) void look()
      const commits = blockedCommits(app)?.code
      const holds: Readonly<Record<(typeof readinessCodes)[number], boolean>> = {
        overloaded: commits === 'overloaded',
        'commits-failing': commits === 'commits-failing',
        'database-silent': isSilent(),
        'migrations-missing': lacksMigrations,
        'clock-unknown': !app.clockFollower.isKnown(),
      }
      return readinessCodes.map((code) => [{ code }, Number(holds[code])])
    },
  )
}

/** From the first scrape on, so that the first payment of a process is an increase. */
function expectPayments({ providers, metrics }: MetricsApp): void {
  for (const id of providers.ids()) {
    const kind = providers.kindOf(id) ?? 'unknown'
    for (const method of paymentMethods)
      if (railOf[method] === providers.kinds[kind]?.rail)
        metrics.paymentsExpected({ id, kind }, method)
  }
}

function addProviders(app: MetricsApp, add: AddGauge): void {
  const { providers, providerHealth, clock } = app
  const each = (read: (id: string) => number | undefined): Values =>
    providers
      .ids()
      .map((id) => [{ provider: id, kind: providers.kindOf(id) ?? 'unknown' }, read(id)])
  add(
    'guiche_provider_info',
    'The providers that an operator has added. Always 1.',
    ['provider', 'kind', 'rail', 'name'],
    () =>
      providers.ids().map((id) => {
        const kind = providers.kindOf(id) ?? 'unknown'
        const rail = providers.kinds[kind]?.rail ?? 'unknown'
        return [{ provider: id, kind, rail, name: providers.nameOf(id) ?? '' }, 1]
      }),
  )
  add(
    'guiche_provider_probed',
    '1 while the provider does not respond and this process sends it one query at a time.',
    ['provider', 'kind'],
    () => {
      const probed = new Set(providerHealth.probed(clock.now()))
      return each((id) => Number(probed.has(id)))
    },
  )
  add(
    'guiche_provider_certificate_expiry_timestamp_seconds',
    'When the first of our certificates for a provider or its wallet ends, as Unix time.',
    ['provider', 'kind'],
    () => each((id) => seconds(providers.certificateEndsAt(id))),
  )
}

/** What the database holds. Ages grow between two readings, and while the database is silent. */
function addStored(add: AddGauge, last: () => Reading | undefined): void {
  const number = (name: string, help: string, read: (reading: Reading) => number | undefined) =>
    add(name, help, [], () => {
      const reading = last()
      return reading ? one(read(reading)) : []
    })
  const several = (
    name: string,
    help: string,
    label: string,
    read: (reading: Reading) => readonly (readonly [string, number])[],
  ) =>
    add(name, help, [label], () => {
      const reading = last()
      return reading ? read(reading).map(([value, count]) => [{ [label]: value }, count]) : []
    })
  const grown = (age: number | null, { ageSeconds }: Reading): number =>
    age === null ? 0 : Math.max(0, age) + ageSeconds
  const flag = (name: string, help: string, read: (reading: Reading) => boolean) =>
    number(name, help, (reading) => Number(read(reading)))

  number(
    'guiche_stored_numbers_age_seconds',
    'How old the metrics are that are read from the database.',
    ({ ageSeconds }) => ageSeconds,
  )
  addMoney(several)
  const ofWork = (read: (kind: WorkKind) => number) =>
    workKinds.map((kind) => [kind, read(kind)] as const)
  several(
    'guiche_work_due',
    'Due work that a worker may take, by kind. The count stops at 1000.',
    'kind',
    ({ numbers }) => ofWork((kind) => numbers.work[kind].due),
  )
  several(
    'guiche_work_oldest_seconds',
    'For how long the first of the due work has waited. 0: there is none.',
    'kind',
    (reading) => ofWork((kind) => grown(reading.numbers.work[kind].seconds, reading)),
  )
  number(
    'guiche_webhook_addresses_failing',
    'Addresses of merchants at which every webhook has failed for an hour or longer.',
    ({ numbers }) => numbers.failingAddresses,
  )
  number(
    'guiche_ledger_breaches',
    'Ledger rules that were broken at the last check.',
    ({ numbers }) => numbers.breaches ?? undefined,
  )
  number('guiche_ledger_sample_age_seconds', 'Age of that check.', (reading) =>
    reading.numbers.sampleSeconds === null
      ? undefined
      : grown(reading.numbers.sampleSeconds, reading),
  )
  number(
    'guiche_ledger_changed_days',
    'Closed days of the ledger whose transfers were changed since.',
    ({ numbers }) => numbers.changedDays,
  )
  flag(
    'guiche_cashouts_stopped',
    '1 while a breach of the books stops every cashout.',
    ({ numbers }) => numbers.isCashoutStopped,
  )
  number(
    'guiche_reconciliation_open_cases',
    'Differences between the providers and the books that wait for a person or an answer.',
    ({ numbers }) => numbers.openCases,
  )
  number(
    'guiche_reconciliation_oldest_case_seconds',
    'For how long the oldest open case is open. 0: there is none.',
    (reading) => grown(reading.numbers.oldestCaseSeconds, reading),
  )
  number(
    'guiche_mails_waiting',
    'Mails that wait to be sent.',
    ({ numbers }) => numbers.mailsWaiting,
  )
  number('guiche_mails_oldest_seconds', 'How long the oldest waiting mail has waited.', (reading) =>
    grown(reading.numbers.oldestMailSeconds, reading),
  )
  number(
    'guiche_mails_given_up',
    'Mails of the last seven days that were given up.',
    ({ numbers }) => numbers.mailsGivenUp,
  )
  several(
    'guiche_remittance_oldest_seconds',
    'For how long instructions wait to be in the folder of a provider. Absent: there is none.',
    'provider',
    (reading) =>
      Object.entries(reading.numbers.remittanceSeconds).map(([provider, age]) => [
        provider,
        grown(age, reading),
      ]),
  )
  const ofMonths = (reading: Reading, field: keyof MonthNumbers) =>
    Object.entries(reading.numbers.months).map(([table, each]) => [table, each[field]] as const)
  several(
    'guiche_months_ahead',
    'Partitions that exist for months which have not begun, by table.',
    'table',
    (reading) => ofMonths(reading, 'ahead'),
  )
  several(
    'guiche_months_detached',
    'Months whose retention has ended and that were not exported and dropped yet, by table.',
    'table',
    (reading) => ofMonths(reading, 'detached'),
  )
  several(
    'guiche_months_other_bytes',
    'Size of the rows that have no partition of their month, by table.',
    'table',
    (reading) => ofMonths(reading, 'otherBytes'),
  )
  number(
    'guiche_db_server_connections',
    'Connections to the PostgreSQL server, of all its programs.',
    ({ numbers }) => numbers.serverConnections,
  )
  number(
    'guiche_db_server_connections_limit',
    'Connections that the PostgreSQL server accepts (max_connections).',
    ({ numbers }) => numbers.serverConnectionsLimit,
  )

  function addMoney(add: typeof several): void {
    add(
      'guiche_money_cents',
      'Money in the books of all merchants, in cents of BRL.',
      'book',
      ({ numbers }) => Object.entries(numbers.money),
    )
    add(
      'guiche_cashouts_open',
      'Cashouts that are not finished, by status. At most 10000 are counted.',
      'status',
      ({ numbers }) =>
        Object.entries(numbers.cashouts).map(([status, { count }]) => [status, count]),
    )
    add(
      'guiche_cashouts_open_cents',
      'Amounts of these cashouts, in cents of BRL.',
      'status',
      ({ numbers }) =>
        Object.entries(numbers.cashouts).map(([status, { amount }]) => [status, amount]),
    )
    add(
      'guiche_in_doubt',
      'Sales, refunds and cashouts whose provider has not given a definite result.',
      'object',
      ({ numbers }) => Object.entries(numbers.doubt).map(([object, { count }]) => [object, count]),
    )
    add(
      'guiche_in_doubt_oldest_seconds',
      'For how long the oldest of them waits for its result. 0: there is none.',
      'object',
      (reading) =>
        Object.entries(reading.numbers.doubt).map(([object, { seconds }]) => [
          object,
          grown(seconds, reading),
        ]),
    )
  }
}
