import type { Sql } from '../db/pool.ts'
import type { RowWriter } from '../journal/change.ts'
import type { LostChange } from '../journal/journal.ts'

/** What a caller got, kept to be given again byte for byte. */
export interface StoredAnswer {
  readonly status: number
  readonly body: string
}

/** A key as a change carries it: `answer` is absent while a provider is still to be called. */
export interface KeyRow {
  readonly accountId: string
  readonly keyDigest: Buffer
  readonly fingerprint: Buffer
  readonly objectId: string
  readonly answer?: StoredAnswer
}

/** A key as it stands. */
export interface KnownKey {
  readonly fingerprint: Buffer
  readonly objectId: string
  readonly status: number | null
  /** Null while running, and again after 30 days (reliability I6). */
  readonly body: string | null
  readonly leaseIsOver: boolean
}

/**
 * Goes with the change it belongs to (reliability I2). A new key is taken; a running one gets the answer of its own
 * object; anything else loses: somebody was first.
 */
export const idempotencyKeysWriter: RowWriter<KeyRow> = {
  name: 'idempotency-keys',
  async write(tx, rows) {
    const names = rows.map(nameOf)
    // One statement cannot meet a row twice: of two with one key in a batch the first is tried.
    const first = rows.filter((_, index) => names.indexOf(names[index] ?? '') === index)
    const written = await tx<{ name: string }[]>`
      insert into idempotency_keys as k
        (account_id, key_digest, fingerprint, object_id, answer_status, answer_body, lease_ends_at)
      select account_id, decode(key_digest, 'hex'), decode(fingerprint, 'hex'), object_id, status, body, now() + ${lease}
      from unnest(
        ${first.map((row) => row.accountId)}::uuid[], ${first.map((row) => row.keyDigest.toString('hex'))}::text[],
        ${first.map((row) => row.fingerprint.toString('hex'))}::text[], ${first.map((row) => row.objectId)}::uuid[],
        ${first.map((row) => row.answer?.status ?? null)}::smallint[], ${first.map((row) => row.answer?.body ?? null)}::text[])
        as new (account_id, key_digest, fingerprint, object_id, status, body)
      on conflict (account_id, key_digest) do update
        set answer_status = excluded.answer_status, answer_body = excluded.answer_body
        where k.object_id = excluded.object_id and k.answer_status is null and excluded.answer_status is not null
      returning account_id || encode(key_digest, 'hex') as name`
    const winners = new Set(written.map(({ name }) => name))
    return names.flatMap((name, index) => (winners.has(name) && names.indexOf(name) === index ? [] : [index]))
  },
}

/** The same request, heard twice, was in its own way: that is a repeat and not a refusal. */
export const isRepeat = ({ writer }: LostChange): boolean => writer === idempotencyKeysWriter.name

const nameOf = ({ accountId, keyDigest }: Pick<KeyRow, 'accountId' | 'keyDigest'>): string =>
  accountId + keyDigest.toString('hex')

/** How long an owner may be silent before another process takes over (reliability I4). */
const lease = '60 seconds'

/** Each key as it stands, in order; undefined: never used. */
export async function knownKeys(
  sql: Sql,
  keys: readonly Pick<KeyRow, 'accountId' | 'keyDigest'>[],
): Promise<(KnownKey | undefined)[]> {
  const rows = await sql<(KnownKey & { name: string })[]>`
    select k.account_id || encode(k.key_digest, 'hex') as name, k.fingerprint, k.object_id as "objectId",
      k.answer_status as status, k.answer_body as body, k.lease_ends_at <= now() as "leaseIsOver"
    from unnest(${keys.map(({ accountId }) => accountId)}::uuid[], ${keys.map(({ keyDigest }) => keyDigest.toString('hex'))}::text[])
      as asked (account_id, key_digest)
    join idempotency_keys k on k.account_id = asked.account_id and k.key_digest = decode(asked.key_digest, 'hex')`
  const found = new Map(rows.map((row) => [row.name, row]))
  return keys.map((key) => found.get(nameOf(key)))
}

/** Gives a running key its answer. Does nothing when it has one: the first stands. */
export async function storeAnswer(
  sql: Sql,
  key: Pick<KeyRow, 'accountId' | 'keyDigest'>,
  answer: StoredAnswer,
): Promise<void> {
  await sql`
    update idempotency_keys set answer_status = ${answer.status}, answer_body = ${answer.body}
    where account_id = ${key.accountId} and key_digest = ${key.keyDigest} and answer_status is null`
}

/** Keeps the answer of work that has no change of its own to go with. False: the key was taken meanwhile. */
export async function insertAnswered(sql: Sql, row: KeyRow & { readonly answer: StoredAnswer }): Promise<boolean> {
  const rows = await sql`
    insert into idempotency_keys (account_id, key_digest, fingerprint, object_id, answer_status, answer_body, lease_ends_at)
    values (${row.accountId}, ${row.keyDigest}, ${row.fingerprint}, ${row.objectId}, ${row.answer.status}, ${row.answer.body}, now())
    on conflict do nothing returning 1`
  return rows.length === 1
}

/** Takes a dead owner's place for as long as a lease lasts. False: somebody else did. */
export async function takeOver(sql: Sql, key: Pick<KeyRow, 'accountId' | 'keyDigest'>): Promise<boolean> {
  const rows = await sql`
    update idempotency_keys set lease_ends_at = now() + ${lease}
    where account_id = ${key.accountId} and key_digest = ${key.keyDigest} and answer_status is null and lease_ends_at <= now()
    returning 1`
  return rows.length === 1
}

/** The owner gave up: the next repeat need not wait for the lease. */
export async function endLease(sql: Sql, key: Pick<KeyRow, 'accountId' | 'keyDigest'>): Promise<void> {
  await sql`
    update idempotency_keys set lease_ends_at = now()
    where account_id = ${key.accountId} and key_digest = ${key.keyDigest} and answer_status is null`
}

/** Bodies are kept 30 days, keys 400 (reliability I6). At most `limit` rows of each; answers how many. */
export async function forgetOldAnswers(sql: Sql, limit: number): Promise<number> {
  const emptied = await sql`
    update idempotency_keys set answer_body = null where (account_id, key_digest) in (
      select account_id, key_digest from idempotency_keys
      where created_at < now() - interval '30 days' and answer_body is not null
      order by created_at limit ${limit})
    returning 1`
  const dropped = await sql`
    delete from idempotency_keys where (account_id, key_digest) in (
      select account_id, key_digest from idempotency_keys
      where created_at < now() - interval '400 days' order by created_at limit ${limit})
    returning 1`
  return emptied.length + dropped.length
}
