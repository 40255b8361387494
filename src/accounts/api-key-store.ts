import type { AccountPermission } from '../../contract/permission.ts'
import type { Queryable, Sql, Tx } from '../db/pool.ts'
import { pepperVersionOf } from '../primitives/digests.ts'
import type { Account } from './account.ts'
import {
  type AccountRow,
  accountColumns,
  accountFrom,
  branded,
  brandNames,
} from './account-store.ts'
import type { ApiKey, KeyKind } from './api-key.ts'
import { type Grant, grantOf } from './grant.ts'
import type { KeyRestriction } from './key-restriction.ts'

/**
 * Notifies every process that a key or an account changed, so that it reads its cached values again
 * at once.
 */
export const accountsChannel = 'guiche_accounts'

/** The account and the permissions of a key. */
export interface KeyHolder {
  readonly account: Account
  readonly keyId: string
  readonly keyName: string
  readonly grant: Grant
  /** Networks from which the key is accepted. Null: from every address. */
  readonly addresses: readonly string[] | null
  /** The interface version the account was pinned to at its first call. */
  readonly apiVersion: string | null
}

/** The holder of a key that was searched by its digest. */
export interface FoundHolder extends KeyHolder {
  /** The version of the pepper of the stored digest. */
  readonly pepperVersion: number
}

/**
 * The holder of each key, in order. A key is searched by its digest under each pepper. Undefined
 * for a key that is unknown, revoked or expired.
 */
export async function holdersOf(
  sql: Sql,
  keys: readonly { readonly kind: KeyKind; readonly digests: readonly Buffer[] }[],
): Promise<(FoundHolder | undefined)[]> {
  const rows = await sql<
    (AccountRow & {
      kind: KeyKind
      keyId: string
      keyName: string
      digest: Buffer
      apiVersion: string | null
      permissions: readonly AccountPermission[] | null
      addresses: readonly string[] | null
    })[]
  >`
    select ${accountColumns(sql)}, a.api_version as "apiVersion", k.kind, k.id as "keyId",
      k.name as "keyName", k.permissions, k.addresses, k.digest
    from api_keys k join accounts a on a.id = k.account_id
    where k.digest in (
      select decode(digest, 'hex')
      from unnest(
        ${keys.flatMap(({ digests }) => digests.map((digest) => digest.toString('hex')))}::text[]
      ) as t (digest))
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`
  const brands = await brandNames(sql, [...new Set(rows.map(({ id }) => id))])
  const found = new Map(rows.map((row) => [`${row.kind} ${row.digest.toString('hex')}`, row]))
  return keys.map(({ kind, digests }) => {
    const row = digests
      .map((digest) => found.get(`${kind} ${digest.toString('hex')}`))
      .find((each) => each !== undefined)
    if (!row) return undefined
    const { keyId, keyName, apiVersion, addresses } = row
    const grant = grantOf(row.kind, row.permissions)
    const pepperVersion = pepperVersionOf(row.digest)
    return {
      account: branded(accountFrom(row), brands.get(row.id)),
      keyId,
      keyName,
      grant,
      addresses,
      apiVersion,
      pepperVersion,
    }
  })
}

export const insertKey = async (
  db: Queryable,
  key: Pick<ApiKey, 'accountId' | 'id' | 'kind' | 'name' | 'firstEight' | 'lastFour' | 'madeBy'> &
    KeyRestriction,
  digest: Buffer,
) => {
  const [row] = await db<ApiKey[]>`
    insert into api_keys (
      account_id, id, kind, name, digest, first_eight, last_four,
      permissions, addresses, valid_until, expires_at, made_by
    )
    values (
      ${key.accountId}, ${key.id}, ${key.kind}, ${key.name}, ${digest}, ${key.firstEight},
      ${key.lastFour}, ${key.permissions}, ${key.addresses}, ${key.validUntil}, ${key.validUntil},
      ${JSON.stringify(key.madeBy)}::text::jsonb
    )
    returning ${keyColumns(db)}`
  return row
}

export async function keyById(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<ApiKey | undefined> {
  const [row] = await db<ApiKey[]>`
    select ${keyColumns(db)} from api_keys where account_id = ${accountId} and id = ${id}`
  return row
}

export const keysOf = (db: Queryable, accountId: string) => db<ApiKey[]>`
  select ${keyColumns(db)} from api_keys where account_id = ${accountId} order by created_at, id`

/** Reads one valid key and locks it until the transaction ends. */
export async function liveKeyForUpdate(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<ApiKey | undefined> {
  const [row] = await tx<ApiKey[]>`
    select ${keyColumns(tx)} from api_keys
    where account_id = ${accountId} and id = ${id} and revoked_at is null
      and (expires_at is null or expires_at > now())
    for update`
  return row
}

/** Sets the end of a key. `afterSeconds` 0: now. */
export async function endKey(
  db: Queryable,
  accountId: string,
  id: string,
  afterSeconds: number,
): Promise<ApiKey | undefined> {
  const [row] = await db<ApiKey[]>`
    update api_keys
    set expires_at = least(expires_at, now() + ${afterSeconds} * interval '1 second')
    where account_id = ${accountId} and id = ${id} and revoked_at is null
    returning ${keyColumns(db)}`
  return row
}

/** Revoking twice is the same as once. */
export async function revokeKeyRow(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<ApiKey | undefined> {
  const [row] = await db<ApiKey[]>`
    update api_keys set revoked_at = least(revoked_at, now())
    where account_id = ${accountId} and id = ${id}
    returning ${keyColumns(db)}`
  return row
}

export const notifyAccountsChanged = (db: Queryable) => db`select pg_notify(${accountsChannel}, '')`

export interface UsedKey {
  readonly accountId: string
  readonly keyId: string
  /** The digest under the pepper in use. Null: the stored one is. */
  readonly digest: Buffer | null
}

/** Records the last use of keys, in batches, because a write for each request would cost more. */
export const touchKeys = (sql: Sql, keys: readonly UsedKey[]) => sql`
  update api_keys k set last_used_at = now(), digest = coalesce(used.digest, k.digest)
  from unnest(
    ${keys.map(({ accountId }) => accountId)}::uuid[], ${keys.map(({ keyId }) => keyId)}::uuid[],
    ${keys.map(({ digest }) => digest)}::bytea[]
  ) as used (account_id, id, digest)
  where k.account_id = used.account_id and k.id = used.id`

const keyColumns = (db: Queryable) => db`
  account_id as "accountId", id, kind, name, first_eight as "firstEight", last_four as "lastFour",
  created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt",
  last_used_at as "lastUsedAt", permissions, addresses, valid_until as "validUntil",
  made_by as "madeBy"`
