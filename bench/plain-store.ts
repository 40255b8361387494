import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Account } from '../src/accounts/account.ts'
import type { Transaction } from '../src/transactions/transaction.ts'

/** An idempotency key in use. */
export interface HeldKey {
  readonly accountId: string
  readonly digest: Buffer
  readonly fingerprint: Buffer
}

export const fingerprintOf = (body: unknown): Buffer =>
  createHash('sha256').update(JSON.stringify(body)).digest()

/** The plain version's statements: prepared, and each function one database transaction. */
export function openPlainStore(pool: Pool) {
  return {
    async accountOf(digest: Buffer): Promise<Account | undefined> {
      const { rows } = await pool.query<Omit<Account, 'providers'> & { pixProvider: string }>({
        name: 'account',
        text: `select a.id, a.name, a.document, a.status, a.settings,
            a.pix_provider as "pixProvider"
          from api_keys k
          join accounts a on a.id = k.account_id
          where k.digest = $1
            and k.kind = 'secret'
            and k.revoked_at is null
            and (k.expires_at is null or k.expires_at > now())`,
        values: [digest],
      })
      const [row] = rows
      return row && { ...row, providers: { pix: row.pixProvider } }
    },
    /** False: the key was used before. */
    async holdKey({ accountId, digest, fingerprint }: HeldKey, objectId: string): Promise<boolean> {
      const { rowCount } = await pool.query({
        name: 'hold-key',
        text: `insert into idempotency_keys (account_id, key_digest, fingerprint, object_id,
            lease_ends_at)
          values ($1, $2, $3, $4, now() + interval '60 seconds')
          on conflict do nothing`,
        values: [accountId, digest, fingerprint, objectId],
      })
      return rowCount === 1
    },
    async keptAnswer({ accountId, digest }: HeldKey) {
      const { rows } = await pool.query<{
        fingerprint: Buffer
        status: number | null
        body: string | null
      }>({
        name: 'kept-answer',
        text: `select fingerprint, answer_status as status, answer_body as body
          from idempotency_keys
          where account_id = $1 and key_digest = $2`,
        values: [accountId, digest],
      })
      return rows[0]
    },
    insertTransaction: (t: Transaction) =>
      atomically(pool, async (client) => {
        await client.query({
          name: 'insert-transaction',
          text: `insert into transactions (account_id, id, version, status, method, amount,
              installments, fee, external_ref, provider_id, secure_id, facts, created_at,
              updated_at, expires_at, check_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, $14)`,
          values: [
            ...[
              t.accountId,
              t.id,
              t.version,
              t.status,
              t.method,
              t.amount,
              t.installments,
              t.fee,
              t.order.externalRef,
            ],
            ...[
              t.providerId,
              t.secureId,
              JSON.stringify({ price: t.price, order: t.order, pix: t.pix }),
            ],
            ...[t.createdAt, t.expiresAt],
          ],
        })
        await client.query({
          name: 'insert-secure-id',
          text: `insert into secure_ids (secure_id, account_id, transaction_id)
            values ($1, $2, $3)`,
          values: [t.secureId, t.accountId, t.id],
        })
        await client.query({
          name: 'insert-reference',
          text: `insert into provider_references (provider_id, reference, account_id,
              transaction_id)
            values ($1, $2, $3, $4)`,
          values: [t.providerId, t.pix?.txid, t.accountId, t.id],
        })
      }),
    /** With its delivery, if it has an address. */
    insertEvent: (t: Transaction, payload: string) =>
      atomically(pool, async (client) => {
        const { rows } = await client.query<{ id: string }>({
          name: 'insert-event',
          text: `insert into events (account_id, id, object_type, object_id, version, type, payload,
              occurred_at)
            values ($1, uuidv7(), 'transaction', $2, $3, 'transaction.waiting_payment', $4, $5)
            returning id`,
          values: [t.accountId, t.id, t.version, payload, t.createdAt],
        })
        const url = t.order.postbackUrl
        if (url === null) return
        await client.query({
          name: 'insert-delivery',
          text: `insert into deliveries (account_id, id, event_id, object_id, sequence, url,
              endpoint, due_at, created_at)
            values ($1, uuidv7(), $2, $3, $4, $5, $6, $7, $7)`,
          values: [
            t.accountId,
            rows[0]?.id,
            t.id,
            t.version,
            url,
            new URL(url).origin,
            t.updatedAt,
          ],
        })
      }),
    async keepAnswer(
      { accountId, digest }: HeldKey,
      answer: { readonly status: number; readonly body: string },
    ) {
      await pool.query({
        name: 'keep-answer',
        text: `update idempotency_keys
          set answer_status = $3, answer_body = $4
          where account_id = $1 and key_digest = $2`,
        values: [accountId, digest, answer.status, answer.body],
      })
    },
  }
}

async function atomically(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
    client.release()
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    client.release(true)
    throw cause
  }
}
