import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { PaymentMethod } from '../../contract/fields.ts'
import type { SpanOutcome } from '../tracing/span-outcome.ts'
import { type PaymentStep, paymentOutcomes } from './payment-step.ts'

/**
 * What this process counts and times, for the operator's Prometheus. Each app has one. Recording is
 * synchronous and never fails. Every metric is described in docs/operating/metrics.md.
 */
export interface Metrics {
  readonly registry: Registry
  requestEnded(request: {
    readonly method: string
    readonly route: string
    readonly status: number
    readonly seconds: number
  }): void
  requestsInFlight(count: number): void
  requestRefused(code: string): void
  /**
   * A provider may get payments by this method: their counts begin at 0. A series that begins above
   * 0 hides its first increase from `rate` and `increase`.
   */
  paymentsExpected(provider: ProviderLabels, method: PaymentMethod): void
  /** Events that the journal has committed, each with the step of its payment. */
  committed(type: string, payment?: PaymentStep & { readonly kind: string }): void
  /** One attempt of the journal to commit a batch. */
  batchTried(batch: {
    readonly changes: number
    readonly seconds: number
    readonly outcome: BatchOutcome
  }): void
  /** The journal sends a batch again after an error with this code. */
  batchRetried(code: string): void
  /** A statement had to wait for a connection of the pool. */
  connectionAwaited(seconds: number): void
  providerCalled(call: {
    readonly provider: ProviderLabels
    readonly operation: string
    readonly isFailed: boolean
    readonly seconds: number
  }): void
  /** The provider called our callback address. */
  providerNoticed(provider: ProviderLabels): void
  webhookTried(attempt: {
    readonly outcome: WebhookOutcome
    readonly seconds: number
    /**
     * The time between the instant at which it was due and its start. Absent: it waited for its
     * endpoint, and not for a worker.
     */
    readonly delaySeconds?: number
    readonly isLast: boolean
  }): void
  jobRan(job: string, seconds: number, items: number): void
  /** A job, or one of its items, ended with an error. */
  jobFailed(job: string): void
  /** Spans left this process, or were left out. */
  spansEnded(outcome: SpanOutcome, count: number): void
  /** A worker has looked at every kind of work. */
  workerTurned(at: Date): void
}

/** `lost`: a version or a unique key was taken. `rejected`: the database rejects a change in it. */
export type BatchOutcome = 'committed' | 'lost' | 'rejected' | 'failed'

/**
 * `rejected`: a response that is not 2xx. `unreachable`: no connection, or it ended early.
 * `forbidden`: the address must not be called.
 */
export type WebhookOutcome = 'delivered' | 'rejected' | 'timeout' | 'unreachable' | 'forbidden'

/** The id of a provider, and its kind, such as `cielo`. */
export interface ProviderLabels {
  readonly id: string
  readonly kind: string
}

const callOutcomes = ['answered', 'failed'] as const

/** Opens a registry with the metrics that the process itself counts. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const counter = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Counter({ name, help, labelNames: [...labelNames], registers })
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames: readonly Label[] = [],
  ) => new Histogram({ name, help, buckets: [...buckets], labelNames: [...labelNames], registers })

  const requests = histogram(
    'guiche_http_request_duration_seconds',
    'Time to answer a request.',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 28],
    ['method', 'route', 'status'],
  )
  const inFlight = new Gauge({
    name: 'guiche_http_requests_in_flight',
    help: 'Requests that do work now.',
    registers,
  })
  const refused = counter(
    'guiche_http_requests_refused_total',
    'Requests refused because there were too many, by error code.',
    ['code'],
  )
  const events = counter('guiche_events_total', 'Events committed by this process.', ['type'])
  const payments = counter(
    'guiche_payments_total',
    'Steps of payments committed by this process, by outcome and class of refusal.',
    ['provider', 'kind', 'method', 'outcome', 'refusal'],
  )
  const cents = counter(
    'guiche_payments_cents_total',
    'Amounts of the payments of these steps, in cents of BRL.',
    ['provider', 'kind', 'method', 'outcome'],
  )
  const batches = histogram(
    'guiche_journal_batch_changes',
    'Changes in one commit of the journal.',
    [1, 2, 4, 8, 16, 32, 64, 128],
  )
  const commits = histogram(
    'guiche_journal_commit_duration_seconds',
    'Time of one attempt to commit a batch.',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    ['outcome'],
  )
  const retries = counter(
    'guiche_journal_retries_total',
    'Batches that were sent again after an error of the database, by SQLSTATE.',
    ['code'],
  )
  const waits = histogram(
    'guiche_db_connection_wait_seconds',
    'Time that statements waited for a connection. Those that did not wait are not counted.',
    [0.001, 0.005, 0.025, 0.1, 0.5, 2],
  )
  const calls = histogram(
    'guiche_provider_call_duration_seconds',
    'Time of a call to a provider. A call without a usable response has the outcome failed.',
    [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    ['provider', 'kind', 'operation', 'outcome'],
  )
  const notices = counter(
    'guiche_provider_notices_total',
    'Notices that providers sent to our callback address.',
    ['provider', 'kind'],
  )
  const webhooks = histogram(
    'guiche_webhook_attempt_duration_seconds',
    'Time of one attempt to deliver a webhook.',
    [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
    ['outcome'],
  )
  const delays = histogram(
    'guiche_webhook_delay_seconds',
    'Time between the instant at which an attempt was due and its start, without failing addresses.',
    [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600],
  )
  const givenUp = counter(
    'guiche_webhooks_given_up_total',
    'Webhooks whose last attempt failed. They can be delivered again by hand.',
  )
  const jobSeconds = histogram(
    'guiche_job_duration_seconds',
    'Time of one run of a job in the turn of a worker.',
    [0.01, 0.1, 0.5, 2, 10, 60],
    ['job_name'],
  )
  const jobItems = counter('guiche_job_items_total', 'Items of due work done.', ['job_name'])
  const jobFailures = counter(
    'guiche_job_failures_total',
    'Runs of a job, or items of it, that ended with an error. They are due again.',
    ['job_name'],
  )
  const spans = counter(
    'guiche_trace_spans_total',
    'Spans of recorded traces, by what became of them.',
    ['outcome'],
  )
  const turn = new Gauge({
    name: 'guiche_worker_turn_timestamp_seconds',
    help: 'When the worker of this process last finished a turn, as Unix time.',
    registers,
  })
  // Without a worker there is no turn: 0 would read as 1970.
  turn.remove()
  // A series that begins above 0 hides its first increase from `rate` and `increase`.
  const begun = new Set<string>()
  const isNew = (series: string) => !begun.has(series) && begun.add(series)
  const paymentsExpected: Metrics['paymentsExpected'] = ({ id: provider, kind }, method) => {
    if (!isNew(`payments ${provider} ${method}`)) return
    for (const outcome of paymentOutcomes)
      payments.inc({ provider, kind, method, outcome, refusal: '' }, 0)
  }

  return {
    registry,
    requestEnded: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    requestsInFlight: (count) => inFlight.set(count),
    requestRefused: (code) => refused.inc({ code }),
    paymentsExpected,
    committed(type, payment) {
      events.inc({ type })
      if (!payment) return
      const { providerId: provider, kind, method, outcome, refusal = '', amount } = payment
      paymentsExpected({ id: provider, kind }, method)
      payments.inc({ provider, kind, method, outcome, refusal })
      cents.inc({ provider, kind, method, outcome }, amount)
    },
    batchTried({ changes, seconds, outcome }) {
      if (outcome === 'committed') batches.observe(changes)
      commits.observe({ outcome }, seconds)
    },
    batchRetried: (code) => retries.inc({ code }),
    connectionAwaited: (seconds) => waits.observe(seconds),
    providerCalled({ provider: { id: provider, kind }, operation, isFailed, seconds }) {
      const labels = { provider, kind, operation }
      if (isNew(`calls ${provider} ${operation}`))
        for (const outcome of callOutcomes) calls.zero({ ...labels, outcome })
      calls.observe({ ...labels, outcome: isFailed ? 'failed' : 'answered' }, seconds)
    },
    providerNoticed: ({ id, kind }) => notices.inc({ provider: id, kind }),
    webhookTried({ outcome, seconds, delaySeconds, isLast }) {
      webhooks.observe({ outcome }, seconds)
      if (delaySeconds !== undefined) delays.observe(delaySeconds)
      if (isLast) givenUp.inc()
    },
    jobRan(job_name, seconds, items) {
      jobSeconds.observe({ job_name }, seconds)
      jobItems.inc({ job_name }, items)
      if (isNew(`job ${job_name}`)) jobFailures.inc({ job_name }, 0)
    },
    jobFailed: (job_name) => jobFailures.inc({ job_name }),
    spansEnded: (outcome, count) => spans.inc({ outcome }, count),
    workerTurned: (at) => turn.set(at.getTime() / 1_000),
  }
}
