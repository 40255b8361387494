import type { Sql } from '../db/pool.ts'
import { eventsOf } from '../journal/event-store.ts'
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

const isRequest = (type: string): type is RequestType =>
  type === 'transaction.cancel_requested' || type === 'transaction.capture_requested'
