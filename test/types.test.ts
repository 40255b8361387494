import type { AccountStatus, KeyKind } from '../contract/account.ts'
import type { DomainStatus } from '../contract/device-pay.ts'
import type { DisputeDecision, DisputeKind } from '../contract/dispute.ts'
import type { EventTypeOf } from '../contract/events.ts'
import type { PaymentMethod } from '../contract/fields.ts'
import type { CaseStatus, FileStatus } from '../contract/reconciliation.ts'
import type { RefundStatus, TransactionWire } from '../contract/transaction.ts'
import type { DeliveryState } from '../contract/webhook-delivery.ts'
import type { EndpointStatus } from '../contract/webhook-endpoint.ts'
import type { Bill, ClaimRequest } from '../sandbox/world.ts'
import type { App } from '../src/app.ts'
import type { WorkQueue } from '../src/db/work-queue-store.ts'
import type { DueCheck } from '../src/device-pay/registration-store.ts'
import type { watchDomain } from '../src/device-pay/watch-domains.ts'
import type { JournalEvent } from '../src/journal/change.ts'
import type { webhookBody as makeBody } from '../src/journal/webhook-body.ts'
import type { Job, queueJob as makeQueueJob } from '../src/worker/jobs.ts'

/*
 * Checked by the compiler alone, and never run. Each line below an expected error must not compile:
 * it is a mistake that once compiled. The compiler reports an expectation without an error.
 */

type Equal<One, Other> = [One, Other] extends [Other, One] ? true : never

/**
 * The sandbox imports nothing of the contract: the claims it can make are the disputes of the
 * gateway.
 */
export const claimKinds: true = true satisfies Equal<ClaimRequest['kind'], DisputeKind>
export const billedMethod = (billed: Bill['method']): PaymentMethod => billed

/**
 * Lists that conditions and SQL read by one value or another, and no table by all of them. A new
 * value does not compile here, so that the code that reads the list is reviewed with it.
 */
export const reviewed: readonly true[] = [
  true satisfies Equal<DisputeKind, 'chargeback' | 'med'>,
  true satisfies Equal<DisputeDecision, 'contest' | 'accept'>,
  true satisfies Equal<DomainStatus, 'PENDING' | 'VERIFIED'>,
  true satisfies Equal<RefundStatus, 'PROCESSING' | 'COMPLETED' | 'FAILED'>,
  true satisfies Equal<CaseStatus, 'OPEN' | 'RESOLVED'>,
  true satisfies Equal<FileStatus, 'READING' | 'READ' | 'BROKEN' | 'REJECTED' | 'DOUBLED'>,
  true satisfies Equal<DeliveryState, 'waiting' | 'held' | 'delivered' | 'exhausted' | 'stopped'>,
  true satisfies Equal<EndpointStatus, 'active' | 'paused' | 'deleted'>,
  true satisfies Equal<AccountStatus, 'active' | 'suspended'>,
  true satisfies Equal<KeyKind, 'secret' | 'public'>,
]

export function transactionResponses(wire: TransactionWire): TransactionWire[] {
  const { acquirer, paidAt, fee, ...rest } = wire
  return [
    { ...rest, acquirer, paidAt, fee },
    // @ts-expect-error: a field is missing.
    { ...rest, acquirer, fee },
    // @ts-expect-error: an optional field must be named too, with undefined as its value.
    { ...rest, paidAt, fee },
    // @ts-expect-error: a field is misspelt.
    { ...rest, aquirer: acquirer, paidAt, fee },
    // @ts-expect-error: a field has another type.
    { ...rest, acquirer, paidAt: new Date(), fee },
    // @ts-expect-error: a field of a part is missing.
    { ...rest, acquirer, paidAt, fee: { fixedAmount: 0, spreadPercentage: 0, estimatedFee: 0 } },
  ]
}

export function notices(webhookBody: typeof makeBody, sale: TransactionWire, objectId: string) {
  const about = { objectId, url: null, sequence: 1 }
  webhookBody({ ...about, type: 'transaction', event: 'transaction.paid', data: sale })
  // @ts-expect-error: the event is not in the catalogue.
  webhookBody({ ...about, type: 'transaction', event: 'transaction.payed', data: sale })
  // @ts-expect-error: the event is of another object.
  webhookBody({ ...about, type: 'transaction', event: 'cashout.pending', data: sale })
  // @ts-expect-error: the data is of another object.
  webhookBody({ ...about, type: 'cashout', event: 'cashout.pending', data: sale })
  const data = { id: objectId }
  // @ts-expect-error: the data of an endpoint has other fields.
  webhookBody({ ...about, type: 'webhook_endpoint', event: 'webhook_endpoint.failing', data })
}

export function events(
  event: Omit<JournalEvent, 'objectType' | 'type'>,
  type: EventTypeOf<'cashout'>,
) {
  const recorded: JournalEvent[] = [
    { ...event, objectType: 'cashout', type },
    { ...event, objectType: 'domain', type: 'device_pay_domain.removed' },
    // @ts-expect-error: the event is of another object.
    { ...event, objectType: 'transaction', type },
    // @ts-expect-error: the event is not in the catalogue.
    { ...event, objectType: 'cashout', type: 'cashout.gone' },
  ]
  return recorded
}

/** Every job waits for one within the turn, so that one must not wait for another system. */
export function jobs(
  count: (app: Pick<App, 'sql' | 'clock'>) => Promise<number>,
  ask: (app: Pick<App, 'sql' | 'providers'>) => Promise<number>,
  send: (app: Pick<App, 'sql'> & Required<Pick<App, 'mailer'>>) => Promise<number>,
): Job[] {
  return [
    { name: 'count', run: count },
    { name: 'ask', run: (app: App) => ask(app), isUnderWay: () => false },
    // @ts-expect-error: a job within the turn has no providers.
    { name: 'ask', run: ask },
    // @ts-expect-error: a job within the turn has no mail server.
    { name: 'send', run: send },
  ]
}

export const watchingJob = (
  queueJob: typeof makeQueueJob,
  queue: WorkQueue<DueCheck>,
  watch: typeof watchDomain,
  // @ts-expect-error: the work of a queue within the turn has no providers.
): Job => queueJob('watch-domains', queue, watch)
