import type { Queryable } from './pool.ts'

/** A version of the pepper, as the database knows it. */
export interface PepperRow {
  readonly version: number
  readonly proof: Buffer
  /** The keys of digests that outlive the pepper, sealed. */
  readonly keptKeys: Buffer
  /** No process needs it any more. */
  readonly isRetired: boolean
}

/** Every version that this database has seen, in order. */
export const pepperRows = (db: Queryable) => db<PepperRow[]>`
  select version, proof, kept_keys as "keptKeys", retired_at is not null as "isRetired"
  from pepper_versions
  order by version`

export async function insertPepper(
  db: Queryable,
  { version, proof, keptKeys }: Omit<PepperRow, 'isRetired'>,
): Promise<void> {
  await db`
    insert into pepper_versions (version, proof, kept_keys)
    values (${version}, ${proof}, ${keptKeys})`
}

export async function retirePepperRow(db: Queryable, version: number): Promise<void> {
  await db`
    update pepper_versions
    set retired_at = now()
    where version = ${version} and retired_at is null`
}

/** How many digests in use each version has made, by what they are of. */
export const digestCounts = (db: Queryable) => db<
  { table: string; version: number; count: number }[]
>`
  select "table", version, count(*)::int as count
  from (
    select 'api_keys' as "table", ${versionOf(db)} as version
    from api_keys
    where revoked_at is null and (expires_at is null or expires_at > now())
    union all
    select 'provider_callbacks', ${versionOf(db)}
    from providers
      cross join lateral (values (callback_digest), (next_callback_digest)) as callback (digest)
    where digest is not null
    union all
    select 'recovery_codes', ${versionOf(db)} from people.recovery_codes where used_at is null
    union all
    select 'invitations', ${versionOf(db)}
    from people.invitations
    where accepted_at is null and withdrawn_at is null and expires_at > now()
  ) as digests
  group by "table", version
  order by version, "table"`

/** The two bytes after a digest are the version of its pepper. Version 1 has none. */
const versionOf = (db: Queryable) => db`
  case length(digest) when 34 then get_byte(digest, 32) * 256 + get_byte(digest, 33) else 1 end`

/** A key whose digest is under a version: its owner has not used it since. */
export interface UnmovedKey {
  readonly accountId: string
  readonly keyId: string
  readonly name: string
  readonly firstEight: string
  readonly lastFour: string
  readonly lastUsedAt: Date | null
}

/** The valid keys of a version, those of one account together. */
export const unmovedKeys = (db: Queryable, version: number) => db<UnmovedKey[]>`
  select account_id as "accountId", id as "keyId", name, first_eight as "firstEight",
    last_four as "lastFour", last_used_at as "lastUsedAt"
  from api_keys
  where ${versionOf(db)} = ${version} and revoked_at is null
    and (expires_at is null or expires_at > now())
  order by account_id, created_at, id`

/** The unused recovery codes of a version. Their persons make new ones. */
export const deleteRecoveryCodes = (db: Queryable, version: number) => db`
  delete from people.recovery_codes where ${versionOf(db)} = ${version} and used_at is null`
