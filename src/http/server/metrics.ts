import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { App } from '../../app.ts'
import { lastAuditRun } from '../../books-audit/audit-run-store.ts'
import { cashoutStop } from '../../books-audit/cashout-stop-store.ts'
import { countOpenCases } from '../../cases/case-store.ts'
import { mailBacklog } from '../../mail/mail-store.ts'
import { openProcessMetrics } from './process-metrics.ts'

/** The metrics for an operator's Prometheus. */
export interface Metrics {
  readonly contentType: string
  /** The text of a scrape, of all processes that share the port. */
  text(): Promise<string>
  answered(facts: { method: string; route: string; status: number; seconds: number }): void
  inFlight(count: number): void
  refused(code: string): void
}

export function openMetrics(
  app: Pick<App, 'config' | 'journal' | 'sql' | 'clock' | 'requestLog'>,
): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'guiche_http_request_duration_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 28],
    registers,
  })
  const flying = new Gauge({
    name: 'guiche_http_requests_in_flight',
    help: 'Requests being answered.',
    registers,
  })
  const refused = new Counter({
    name: 'guiche_http_requests_refused_total',
    help: 'Requests refused because there were too many, by error code.',
    labelNames: ['code'],
    registers,
  })
  const events = new Counter({
    name: 'guiche_events_total',
    help: 'Events committed by this process.',
    labelNames: ['type'],
    registers,
  })
  new Counter({
    name: 'guiche_request_log_dropped_total',
    help: 'Requests of accounts that are missing in their request log, by cause.',
    labelNames: ['cause'],
    registers,
    collect() {
      this.reset()
      for (const [cause, count] of Object.entries(app.requestLog.dropped))
        this.inc({ cause }, count)
    },
  })
  addStoredMetrics(app, registry)
  app.journal.onCommitted((committed) => {
    for (const { type } of committed) events.inc({ type })
  })
  return {
    contentType: registry.contentType,
    text: openProcessMetrics(registry, app.config.processNumber),
    answered: ({ method, route, status, seconds }) =>
      duration.observe({ method, route, status: String(status) }, seconds),
    inFlight: (count) => flying.set(count),
    refused: (code) => refused.inc({ code }),
  }
}

/**
 * What the database holds, read at each scrape: the result of the last ledger audit
 * (docs/design/rules.md#l6), open cases, and mails. While the database is down: the last values.
 */
function addStoredMetrics({ sql, clock }: Pick<App, 'sql' | 'clock'>, registry: Registry): void {
  const gauge = (name: string, help: string, read: () => Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await read().catch(() => undefined)
        if (value !== undefined) this.set(value)
      },
    })
  gauge(
    'guiche_ledger_breaches',
    'Rules the books broke when they were last looked at. Alarm above 0.',
    async () => (await lastAuditRun(sql))?.breaches,
  )
  gauge(
    'guiche_ledger_sample_age_seconds',
    'How long ago the books were looked at. Alarm above 300.',
    async () => (await lastAuditRun(sql))?.ageSeconds,
  )
  gauge(
    'guiche_cashouts_stopped',
    '1 while a breach of the books stops every cashout. Alarm above 0.',
    async () => ((await cashoutStop(sql)) ? 1 : 0),
  )
  gauge(
    'guiche_reconciliation_open_cases',
    'Differences between the providers and the books that wait for a person or an answer. Alarm when it grows.',
    () => countOpenCases(sql),
  )
  gauge('guiche_mails_waiting', 'Mails that wait to be sent.', async () => {
    const { waiting } = await mailBacklog(sql, clock.now())
    return waiting
  })
  gauge(
    'guiche_mails_oldest_seconds',
    'How long the oldest waiting mail has waited. Alarm above 900.',
    async () => {
      const { oldestAt } = await mailBacklog(sql, clock.now())
      return oldestAt === null ? 0 : (clock.now().getTime() - oldestAt.getTime()) / 1_000
    },
  )
  gauge(
    'guiche_mails_given_up',
    'Mails of the last seven days that were given up. Alarm when it grows.',
    async () => (await mailBacklog(sql, new Date(clock.now().getTime() - weekMs))).givenUp,
  )
}

const weekMs = 7 * 24 * 3_600_000
