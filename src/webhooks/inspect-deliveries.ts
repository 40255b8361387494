import type { Sql } from '../db/pool.ts'
import { Rejection } from '../primitives/rejection.ts'
import { deliveryDetail } from './delivery-list-store.ts'

export interface DeliveryCursor {
  readonly createdAt: Date
  readonly id: string
}

/** Throws `not-found`. */
export async function showDelivery({ sql }: { readonly sql: Sql }, accountId: string, id: string) {
  const delivery = await deliveryDetail(sql, accountId, id)
  if (!delivery) throw new Rejection('not-found')
  return delivery
}
