import type { WebhookOutcome } from '../metrics/metrics.ts'
import type { ExchangeOutcome, GuardedFetch } from '../outbound/guarded-fetch.ts'
import { retryAfterMs } from '../outbound/retry-after.ts'
import { randomFraction } from '../primitives/id.ts'
import { outgoingTraceparent } from '../tracing/traced.ts'
import type { DeliveryResult, TakenDelivery } from './delivery-store.ts'
import { redactExcerpt } from './redact-excerpt.ts'
import { destinationRefused } from './refused-destination-store.ts'
import { nextTryIn } from './schedule.ts'
import { signatureHeaders, type WebhookSecret } from './signature.ts'

export interface Sending {
  readonly fetch: GuardedFetch
  readonly secrets: readonly [WebhookSecret, ...WebhookSecret[]]
  /** Business time: the time that is recorded. */
  readonly at: Date
  /**
   * Wall time: receivers compare it with their own clock, also when the sandbox's business time is
   * ahead.
   */
  readonly wallAt: Date
}

/** The result of an attempt, with what metrics count of it. */
export interface TriedDelivery extends DeliveryResult {
  readonly outcome: WebhookOutcome
}

/**
 * Attempts one delivery once, with the same id and bytes at every attempt
 * (docs/design/rules.md#w1).
 */
export async function sendDelivery(
  delivery: TakenDelivery,
  sending: Sending,
): Promise<TriedDelivery> {
  const { fetch, secrets, at, wallAt } = sending
  const traceparent = outgoingTraceparent()
  const outcome = await fetch.send({
    url: delivery.url,
    method: 'POST',
    scope: delivery.accountId,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Guiche-Webhooks/1',
      ...(traceparent && { traceparent }),
      ...signatureHeaders({
        id: delivery.eventId,
        timestampSeconds: Math.floor(wallAt.getTime() / 1_000),
        body: delivery.payload,
        secrets,
      }),
    },
    body: delivery.payload,
  })
  return {
    accountId: delivery.accountId,
    id: delivery.id,
    leaseEndsAt: delivery.leaseEndsAt,
    ...verdict(outcome, delivery, wallAt),
    at,
    outcome: outcomeOf(outcome),
    status: outcome.kind === 'answered' ? outcome.status : null,
    durationMs: outcome.durationMs,
    error: errorOf(outcome),
    excerpt:
      outcome.kind === 'answered' && outcome.body.length > 0 ? redactExcerpt(outcome.body) : null,
  }
}

/**
 * A 2xx status is a success, a 410 ends deliveries to an endpoint, and any other result leads to
 * another attempt while one is left. So does a 410 of a `postbackUrl`, which clients expect to be
 * tried again after every failure (docs/design/rules.md#w5).
 */
function verdict(
  outcome: ExchangeOutcome,
  { attempts, webhookEndpointId }: TakenDelivery,
  now: Date,
): Pick<DeliveryResult, 'state' | 'waitMs'> {
  const status = outcome.kind === 'answered' ? outcome.status : undefined
  if (status !== undefined && status >= 200 && status < 300)
    return { state: 'delivered', waitMs: 0 }
  if (status === 410 && webhookEndpointId !== null) return { state: 'stopped', waitMs: 0 }
  const wait = nextTryIn({
    tries: attempts + 1,
    jitter: randomFraction(),
    isOverloaded: outcome.kind === 'timeout' || status === 429,
    retryAfterMs:
      outcome.kind === 'answered' ? retryAfterMs(outcome.headers['retry-after'], now) : undefined,
  })
  return wait === 'exhausted'
    ? { state: 'exhausted', waitMs: 0 }
    : { state: 'waiting', waitMs: wait }
}

function outcomeOf(outcome: ExchangeOutcome): WebhookOutcome {
  switch (outcome.kind) {
    case 'answered':
      return outcome.status >= 200 && outcome.status < 300 ? 'delivered' : 'rejected'
    case 'refused':
      return 'forbidden'
    case 'timeout':
      return 'timeout'
    case 'failed':
      return 'unreachable'
  }
}

/** The text that a merchant reads in the log of attempts. */
function errorOf(outcome: ExchangeOutcome): string | null {
  if (outcome.kind === 'refused') return destinationRefused
  return outcome.kind === 'answered' ? null : outcome.reason
}
