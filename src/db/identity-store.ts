import type { Queryable, Tx } from './pool.ts'

/** Which installation a database belongs to. */
export interface DatabaseIdentity {
  readonly mode: 'sandbox' | 'production'
  readonly pepperProof: Buffer
}

/**
 * Makes processes that start at the same moment read and write the identity one after the other.
 */
export async function lockIdentity(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${identityLockKey})`
}

const identityLockKey = 7_205_120 // Any number that never changes.

/** `undefined`: no process has opened this database yet. */
export async function readIdentity(db: Queryable): Promise<DatabaseIdentity | undefined> {
  const [row] = await db<DatabaseIdentity[]>`
    select mode, pepper_proof as "pepperProof" from database_identity`
  return row
}

export async function insertIdentity(
  db: Queryable,
  { mode, pepperProof }: DatabaseIdentity,
): Promise<void> {
  await db`insert into database_identity (mode, pepper_proof) values (${mode}, ${pepperProof})`
}

/** Whether business time was ever moved ahead of real time. */
export async function isTimeMoved(db: Queryable): Promise<boolean> {
  const [row] = await db<
    { isMoved: boolean }[]
  >`select offset_ms <> 0 as "isMoved" from business_clock`
  return row?.isMoved ?? false
}

/** The proof of one version of the master key. */
export interface MasterKeyProof {
  readonly sealed: Buffer
  /** No value is sealed under this version any more, and none will be. */
  readonly isRetired: boolean
  /** How many values the workers have moved to this version. */
  readonly moved: number
  /** How long they took, from the first move to the last one, seconds. */
  readonly movedSeconds: number
}

/** The proof of each version of the master key that this database has seen. */
export async function masterKeyProofs(db: Queryable): Promise<ReadonlyMap<number, MasterKeyProof>> {
  const rows = await db<(MasterKeyProof & { version: number })[]>`
    select version, sealed, retired_at is not null as "isRetired", moved_values::float8 as moved,
      coalesce(extract(epoch from moved_until - moved_from), 0)::float8 as "movedSeconds"
    from master_key_proofs
    order by version`
  return new Map(rows.map(({ version, ...proof }) => [version, proof]))
}

export async function retireMasterKeyProof(db: Queryable, version: number): Promise<void> {
  await db`
    update master_key_proofs
    set retired_at = now()
    where version = ${version} and retired_at is null`
}

/** Adds to the progress of the rotation to this version. */
export async function recordMoved(db: Queryable, version: number, moved: number): Promise<void> {
  await db`
    update master_key_proofs
    set moved_values = moved_values + ${moved}, moved_from = coalesce(moved_from, now()),
      moved_until = now()
    where version = ${version}`
}

export async function insertMasterKeyProof(
  db: Queryable,
  version: number,
  sealed: Buffer,
): Promise<void> {
  await db`insert into master_key_proofs (version, sealed) values (${version}, ${sealed})`
}
