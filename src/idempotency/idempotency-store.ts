import { columnar } from '../db/columnar.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { RowWriter } from '../journal/change.ts'
import type { WriteConflict } from '../journal/journal.ts'
import { writtenRows } from '../journal/written-rows.ts'

/** The response of a request, stored so that a repeat gets the same bytes. */
export interface StoredAnswer {
  readonly status: number
  readonly body: string
}

/** One request that uses a key. */
export interface Claim {
  readonly accountId: string
  readonly keyDigest: Buffer
  readonly fingerprint: Buffer
  /** Identifies this request alone. */
  readonly ownerId: string
  /** Seconds until the key is deleted. Absent: the default (docs/design/rules.md#i6). */
  readonly keptSeconds?: number
}

/** A key as a change writes it: `answer` is absent while a provider call follows. */
export interface KeyRow extends Claim {
  readonly objectId: string
  readonly answer?: StoredAnswer
}

/** The current state of a key. */
export interface KnownKey {
  readonly fingerprint: Buffer
  /** Null: its work has created nothing yet, according to its row. */
  readonly objectId: string | null
  readonly ownerId: string | null
  readonly status: number | null
  /** Null while running, and after 30 days (docs/design/rules.md#i6). */
  readonly body: string | null
  readonly leaseIsOver: boolean
}

type KeyName = Pick<Claim, 'accountId' | 'keyDigest'>

/**
 * Is part of the change it belongs to (docs/design/rules.md#i2). A new key is inserted. A running
 * key gets the response of its own object or its own request. Any other row loses: another request
 * was first.
 */
export const idempotencyKeysWriter: RowWriter<KeyRow> = {
  name: 'idempotency-keys',
  ...writtenRows<KeyRow>((sql, rows) => {
    const names = rows.map(nameOf)
    // One statement cannot write a row twice. Of two rows with one key, only the first is written.
    const first = rows.filter((_, index) => names.indexOf(names[index] ?? '') === index)
    const { columns, arrays } = columnar(first, {
      account_id: 'uuid',
      key_digest: 'bytea',
      fingerprint: 'bytea',
      object_id: 'uuid',
      owner_id: 'uuid',
      answer_status: ['smallint', ({ answer }) => answer?.status],
      answer_body: ['text', ({ answer }) => answer?.body],
    })
    return sql`written as (
      insert into idempotency_keys as k (${columns}, lease_ends_at)
      select ${columns}, now() + ${lease} from unnest(${arrays}) as n (${columns})
      on conflict (account_id, key_digest) do update
        set object_id = excluded.object_id, answer_status = excluded.answer_status,
          answer_body = excluded.answer_body
        where (k.object_id = excluded.object_id
            or k.object_id is null and k.owner_id = excluded.owner_id)
          and k.answer_status is null and excluded.answer_status is not null
      returning account_id || encode(key_digest, 'hex') as key)`
  }, nameOf),
}

/** The same request, sent twice, conflicted with itself: that is a repeat and not a rejection. */
export const isRepeat = ({ writer }: WriteConflict): boolean => writer === idempotencyKeysWriter

function nameOf({ accountId, keyDigest }: KeyName): string {
  return accountId + keyDigest.toString('hex')
}

/**
 * After this time without a response of the owner another process takes the key over
 * (docs/design/rules.md#i4).
 */
const lease = '60 seconds'

/**
 * The current state of each key, in order; undefined: never used, or deleted. `(select …)` hides
 * the number of keys from the planner, so that a connection keeps one plan for any number.
 */
export async function knownKeys(
  sql: Sql,
  keys: readonly KeyName[],
): Promise<(KnownKey | undefined)[]> {
  const rows = await sql<(KnownKey & { name: string })[]>`
    select k.account_id || encode(k.key_digest, 'hex') as name, k.fingerprint,
      k.object_id as "objectId", k.owner_id as "ownerId", k.answer_status as status,
      k.answer_body as body, k.lease_ends_at <= now() as "leaseIsOver"
    from unnest(
      (select ${keys.map(({ accountId }) => accountId)}::uuid[]),
      (select ${keys.map(({ keyDigest }) => keyDigest.toString('hex'))}::text[])
    ) as used (account_id, key_digest)
    join idempotency_keys k on k.account_id = used.account_id
      and k.key_digest = decode(used.key_digest, 'hex')
      and (k.kept_until is null or k.kept_until > now())`
  const found = new Map(rows.map((row) => [row.name, row]))
  return keys.map((key) => found.get(nameOf(key)))
}

/**
 * Takes a key before its work starts. False: another request has it. While another transaction is
 * taking it, this waits for the end of that transaction.
 */
export async function claimKey(db: Queryable, claim: Claim): Promise<boolean> {
  const { accountId, keyDigest, fingerprint, ownerId, keptSeconds = null } = claim
  const rows = await db`
    insert into idempotency_keys as k (account_id, key_digest, fingerprint, owner_id, lease_ends_at,
      created_at, kept_until)
    values (${accountId}, ${keyDigest}, ${fingerprint}, ${ownerId}, now() + ${lease},
      now(), now() + ${keptSeconds}::float8 * interval '1 second')
    on conflict (account_id, key_digest)
    do update set fingerprint = excluded.fingerprint, object_id = null,
      owner_id = excluded.owner_id, answer_status = null, answer_body = null,
      lease_ends_at = excluded.lease_ends_at, created_at = excluded.created_at,
      kept_until = excluded.kept_until
      where k.kept_until <= excluded.created_at
    returning 1`
  return rows.length === 1
}

/**
 * Stores the response of a key that runs for this request. False: another request took it over, or
 * has answered.
 */
export async function storeAnswer(
  db: Queryable,
  { accountId, keyDigest, ownerId }: Pick<Claim, 'accountId' | 'keyDigest' | 'ownerId'>,
  { objectId, status, body }: StoredAnswer & { readonly objectId?: string },
): Promise<boolean> {
  const rows = await db`
    update idempotency_keys
    set answer_status = ${status}, answer_body = ${body},
      object_id = coalesce(object_id, ${objectId ?? null}::uuid)
    where account_id = ${accountId} and key_digest = ${keyDigest} and owner_id = ${ownerId}
      and answer_status is null
    returning 1`
  return rows.length === 1
}

/** Stores the response of work that found nothing to do. False: the key was taken meanwhile. */
export async function insertAnswered(
  sql: Sql,
  row: KeyRow & { readonly answer: StoredAnswer },
): Promise<boolean> {
  const rows = await sql`
    insert into idempotency_keys (account_id, key_digest, fingerprint, object_id, owner_id,
      answer_status, answer_body, lease_ends_at)
    values (${row.accountId}, ${row.keyDigest}, ${row.fingerprint}, ${row.objectId}, ${row.ownerId},
      ${row.answer.status}, ${row.answer.body}, now())
    on conflict do nothing returning 1`
  return rows.length === 1
}

/** Takes over the key of a dead owner for the length of a lease. False: another request did. */
export async function takeOver(
  sql: Sql,
  { accountId, keyDigest, ownerId }: Claim,
): Promise<boolean> {
  const rows = await sql`
    update idempotency_keys set lease_ends_at = now() + ${lease}, owner_id = ${ownerId}
    where account_id = ${accountId} and key_digest = ${keyDigest} and answer_status is null
      and lease_ends_at <= now()
    returning 1`
  return rows.length === 1
}

/**
 * This request no longer works on the key. A key whose work has created nothing yet is deleted.
 * Otherwise its lease ends, and the next request recovers at once. False: the key was not running
 * for this request.
 */
export async function releaseKey(
  sql: Sql,
  { accountId, keyDigest, ownerId }: Pick<Claim, 'accountId' | 'keyDigest' | 'ownerId'>,
): Promise<boolean> {
  const [row] = await sql<{ released: boolean }[]>`
    with freed as (
      delete from idempotency_keys
      where account_id = ${accountId} and key_digest = ${keyDigest} and owner_id = ${ownerId}
        and answer_status is null and object_id is null
      returning 1
    ), ended as (
      update idempotency_keys set lease_ends_at = now()
      where account_id = ${accountId} and key_digest = ${keyDigest} and owner_id = ${ownerId}
        and answer_status is null and object_id is not null
      returning 1
    )
    select exists (select from freed) or exists (select from ended) as released`
  return row?.released ?? false
}

/**
 * Deletes bodies after 30 days and keys after 400 (docs/design/rules.md#i6), unless a key has a
 * shorter time. At most `limit` rows of each; returns how many.
 */
export async function deleteExpiredAnswers(sql: Sql, limit: number): Promise<number> {
  const emptied = await sql`
    update idempotency_keys set answer_body = null where (account_id, key_digest) in (
      select account_id, key_digest from idempotency_keys
      where created_at < now() - interval '30 days' and answer_body is not null
      order by created_at limit ${limit})
    returning 1`
  const dropped = await sql`
    delete from idempotency_keys where (account_id, key_digest) in (
      select account_id, key_digest from idempotency_keys
      where created_at < now() - interval '400 days'
      order by created_at limit ${limit})
    returning 1`
  const expired = await sql`
    delete from idempotency_keys where (account_id, key_digest) in (
      select account_id, key_digest from idempotency_keys
      where kept_until <= now()
      order by kept_until limit ${limit})
      and kept_until <= now()
    returning 1`
  return emptied.length + dropped.length + expired.length
}
