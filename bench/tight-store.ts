import type { Pool } from 'pg'
import type { Transaction } from '../src/transactions/transaction.ts'
import type { HeldKey } from './plain-store.ts'

/**
 * All rows of a new PIX in one prepared statement, which is a database transaction of its own.
 * False: the key was used before, and nothing is written.
 */
export async function recordAtOnce(
  pool: Pool,
  {
    held,
    transaction: t,
    payload,
    answer,
  }: {
    readonly held: HeldKey
    readonly transaction: Transaction
    readonly payload: string
    readonly answer: { readonly status: number; readonly body: string }
  },
): Promise<boolean> {
  const url = t.order.postbackUrl
  const facts = JSON.stringify({ price: t.price, order: t.order, pix: t.pix })
  const { rowCount } = await pool.query({
    name: 'record-at-once',
    text: `
      with k as (
        insert into idempotency_keys (account_id, key_digest, fingerprint, object_id,
          answer_status, answer_body, lease_ends_at)
        values ($1, $2, $3, $4, $5, $6, now())
        on conflict do nothing
        returning 1
      ), t as (
        insert into transactions (account_id, id, version, status, method, amount, installments,
          fee, external_ref, provider_id, secure_id, facts, created_at, updated_at, expires_at,
          check_at)
        select $1, $4, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18, $18 from k
      ), s as (
        insert into secure_ids (secure_id, account_id, transaction_id) select $15, $1, $4 from k
      ), r as (
        insert into provider_references (provider_id, reference, account_id, transaction_id)
        select $14, $19, $1, $4 from k
      ), e as (
        insert into events (account_id, id, object_type, object_id, version, type, payload,
          occurred_at)
        select $1, uuidv7(), 'transaction', $4, $7, 'transaction.waiting_payment', $20, $17 from k
        returning id
      ), d as (
        insert into deliveries (account_id, id, event_id, object_id, sequence, url, endpoint,
          due_at, created_at)
        select $1, uuidv7(), id, $4, $7, $21, $22, $17, $17 from e where $21::text is not null
      )
      select 1 from k`,
    values: [
      ...[held.accountId, held.digest, held.fingerprint, t.id, answer.status, answer.body],
      ...[t.version, t.status, t.method, t.amount, t.installments, t.fee, t.order.externalRef],
      ...[t.providerId, t.secureId, facts, t.createdAt, t.expiresAt, t.pix?.txid, payload],
      ...[url, url === null ? null : new URL(url).origin],
    ],
  })
  return rowCount === 1
}
