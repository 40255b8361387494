import type { App } from '../app.ts'
import type { Sql } from '../db/pool.ts'
import { eventsOf } from '../journal/event-store.ts'
import { ownerLeaseMs } from '../providers/polling/retry-schedule.ts'
import type { Transaction } from './transaction.ts'

/** The event of a request that is committed before it is sent to a provider. */
export type RequestType = 'transaction.cancel_requested' | 'transaction.capture_requested'

/** A request to a provider whose result is not recorded. */
export interface OpenRequest {
  readonly type: RequestType
  readonly at: Date
}

/**
 * The newest capture or cancel that was requested of an open payment. Its result is not recorded,
 * because the payment would not be open otherwise: a denied request leaves it as it is.
 */
export async function openRequestOf(
  sql: Sql,
  { accountId, id }: Pick<Transaction, 'accountId' | 'id'>,
): Promise<OpenRequest | undefined> {
  for (const { type, occurredAt } of (await eventsOf(sql, accountId, id)).toReversed())
    if (isRequest(type)) return { type, at: occurredAt }
  return undefined
}

/**
 * How long a request of the other type may still be on its way to the provider, ms. Until then a
 * request of `type` must not be sent, because the provider could carry out both.
 */
export async function otherRequestLeftMs(
  app: Pick<App, 'sql' | 'clock'>,
  transaction: Pick<Transaction, 'accountId' | 'id'>,
  type: RequestType,
): Promise<number> {
  const request = await openRequestOf(app.sql, transaction)
  if (!request || request.type === type) return 0
  return Math.max(0, request.at.getTime() + ownerLeaseMs - app.clock.now().getTime())
}

const isRequest = (type: string): type is RequestType =>
  type === 'transaction.cancel_requested' || type === 'transaction.capture_requested'
