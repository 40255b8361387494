import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { App } from '../app.ts'

/** What an operator's Prometheus reads. */
export interface Metrics {
  readonly registry: Registry
  answered(facts: { method: string; route: string; status: number; seconds: number }): void
  inFlight(count: number): void
}

export function openMetrics(app: Pick<App, 'journal'>): Metrics {
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
  const flying = new Gauge({ name: 'guiche_http_requests_in_flight', help: 'Requests being answered.', registers })
  const events = new Counter({
    name: 'guiche_events_total',
    help: 'Events committed by this process.',
    labelNames: ['type'],
    registers,
  })
  app.journal.onCommitted((committed) => {
    for (const { type } of committed) events.inc({ type })
  })
  return {
    registry,
    answered: ({ method, route, status, seconds }) =>
      duration.observe({ method, route, status: String(status) }, seconds),
    inFlight: (count) => flying.set(count),
  }
}
