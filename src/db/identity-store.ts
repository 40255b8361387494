import type { Place } from '../primitives/vault.ts'
import type { Queryable, Tx } from './pool.ts'

/** Which installation a database belongs to. */
export interface DatabaseIdentity {
  readonly mode: 'sandbox' | 'production'
  readonly pepperProof: Buffer
}

/** Makes processes that start at the same moment read and write the identity one after the other. */
export async function lockIdentity(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${identityLockKey})`
}

const identityLockKey = 7_205_120 // Any number, as long as it stays this one.

/** `undefined`: the database was never opened by a version that writes its identity. */
export async function readIdentity(db: Queryable): Promise<DatabaseIdentity | undefined> {
  const [row] = await db<DatabaseIdentity[]>`
    select mode, pepper_proof as "pepperProof" from database_identity`
  return row
}

export async function insertIdentity(db: Queryable, { mode, pepperProof }: DatabaseIdentity): Promise<void> {
  await db`insert into database_identity (mode, pepper_proof) values (${mode}, ${pepperProof})`
}

/** Whether business time was ever moved ahead of real time. */
export async function isTimeMoved(db: Queryable): Promise<boolean> {
  const [row] = await db<{ isMoved: boolean }[]>`select offset_ms <> 0 as "isMoved" from business_clock`
  return row?.isMoved ?? false
}

/** The proof of one version of the master key. */
export interface MasterKeyProof {
  readonly sealed: Buffer
  /** Nothing is sealed under this version any more, and nothing will be. */
  readonly isRetired: boolean
}

/** The proof of each version of the master key that this database has seen. */
export async function masterKeyProofs(db: Queryable): Promise<ReadonlyMap<number, MasterKeyProof>> {
  const rows = await db<(MasterKeyProof & { version: number })[]>`
    select version, sealed, retired_at is not null as "isRetired" from master_key_proofs order by version`
  return new Map(rows.map(({ version, ...proof }) => [version, proof]))
}

export async function retireMasterKeyProof(db: Queryable, version: number): Promise<void> {
  await db`update master_key_proofs set retired_at = now() where version = ${version} and retired_at is null`
}

export async function insertMasterKeyProof(db: Queryable, version: number, sealed: Buffer): Promise<void> {
  await db`insert into master_key_proofs (version, sealed) values (${version}, ${sealed})`
}

/** One secret that an installation from before the identity sealed, if there is any. */
export async function anySealedSecret(
  db: Queryable,
): Promise<{ readonly sealed: Buffer; readonly place: Place } | undefined> {
  const [row] = await db<{ table: string; id: string; accountId: string | null; sealed: Buffer }[]>`
    (select 'providers' as "table", id, null::uuid as "accountId", sealed from providers order by id limit 1)
    union all
    (select 'webhook_secrets', id, account_id, sealed from webhook_secrets order by account_id, id limit 1)
    limit 1`
  if (!row) return undefined
  const { sealed, accountId, ...place } = row
  return { sealed, place: { ...place, ...(accountId !== null && { accountId }) } }
}
