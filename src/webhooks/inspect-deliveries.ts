import type { Sql } from '../db/pool.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type DeliveryFilter, type DeliverySeen, deliveryDetail, deliveryPage } from './delivery-list-store.ts'

export interface DeliveryCursor {
  readonly createdAt: Date
  readonly id: string
}

/** What was, is and will be sent, newest first. */
export async function listDeliveries(
  { sql }: { readonly sql: Sql },
  accountId: string,
  { limit, ...query }: DeliveryFilter & { readonly limit: number; readonly after?: DeliveryCursor },
): Promise<{ readonly deliveries: readonly DeliverySeen[]; readonly next?: DeliveryCursor }> {
  const rows = await deliveryPage(sql, accountId, { ...query, limit: limit + 1 })
  const deliveries = rows.slice(0, limit)
  const last = deliveries.at(-1)
  return { deliveries, ...(rows.length > limit && last && { next: { createdAt: last.createdAt, id: last.id } }) }
}

/** Throws `not-found`. */
export async function showDelivery({ sql }: { readonly sql: Sql }, accountId: string, id: string) {
  const delivery = await deliveryDetail(sql, accountId, id)
  if (!delivery) throw new Rejection('not-found')
  return delivery
}
