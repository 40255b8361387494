import type { Sql } from '../src/db/pool.ts'
import type { Change } from '../src/journal/change.ts'
import type { WriterName } from '../src/journal/write-order.ts'
import type { Stored } from '../src/transactions/transaction-store.ts'

/**
 * The same rows as the journal's, written in the best plain way: one prepared statement for each
 * change.
 */
export async function oneStatement(sql: Sql, { writes, event }: Change): Promise<void> {
  const { transaction: t, checkAt } = rowOf<Stored>(writes, 'transactions-new')
  const delivery = rowOf<{ id: string; sequence: number; url: string }>(writes, 'deliveries')
  const { price, order } = t
  await sql`
    with t as (
      insert into transactions (account_id, id, version, status, method, amount, installments, fee,
        external_ref, provider_id, secure_id, facts, created_at, updated_at, check_at)
      values (${t.accountId}, ${t.id}, ${t.version}, ${t.status}, ${t.method}, ${t.amount},
        ${t.installments}, ${t.fee}, ${t.order.externalRef}, ${t.providerId}, ${t.secureId},
        ${JSON.stringify({ price, order })}::text::json, ${t.createdAt}, ${t.createdAt},
        ${checkAt ?? null})),
    s as (
      insert into secure_ids (secure_id, account_id, transaction_id)
      values (${t.secureId}, ${t.accountId}, ${t.id})),
    d as (
      insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint, due_at,
        created_at)
      values (${t.accountId}, ${delivery.id}, ${event.id}, ${t.id}, ${delivery.sequence},
        ${delivery.url}, ${new URL(delivery.url).origin}, ${event.occurredAt}, ${event.occurredAt}))
    insert into events (account_id, id, object_type, object_id, version, type, payload, occurred_at)
    values (${event.accountId}, ${event.id}, ${event.objectType}, ${event.objectId},
      ${event.version}, ${event.type}, ${event.payload}, ${event.occurredAt})`
}

function rowOf<Row>(writes: Change['writes'], writer: WriterName): Row {
  const found = writes.find((each) => each.writer.name === writer)
  if (!found) throw new Error(`the change writes no ${writer}`)
  return found.row as Row
}
