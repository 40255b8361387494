import type { Queryable, Tx } from '../db/pool.ts'

/** The authenticator app of a person. */
export interface SecondFactorRow {
  /** Sealed. */
  readonly secret: Buffer
  readonly confirmedAt: Date | null
}

export async function secondFactorOf(
  db: Queryable,
  personId: string,
): Promise<SecondFactorRow | undefined> {
  const [row] = await db<SecondFactorRow[]>`
    select secret, confirmed_at as "confirmedAt"
    from people.second_factors
    where person_id = ${personId}`
  return row
}

/** Replaces a secret that was never confirmed. False: one is in use. */
export async function beginSecondFactor(
  db: Queryable,
  personId: string,
  sealed: Buffer,
): Promise<boolean> {
  const rows = await db`
    insert into people.second_factors as f (person_id, secret)
    values (${personId}, ${sealed})
    on conflict (person_id) do update
      set secret = excluded.secret, created_at = now()
      where f.confirmed_at is null
    returning person_id`
  return rows.length > 0
}

/** Takes a step, if it is later than every step before. Each code works once. */
export async function takeStep(db: Queryable, personId: string, step: number): Promise<boolean> {
  const rows = await db`
    update people.second_factors set last_step = ${step}
    where person_id = ${personId} and confirmed_at is not null and last_step < ${step}
    returning person_id`
  return rows.length > 0
}

/** Puts the secret into use, in place of the one before. Its first code was that of the step. */
export const confirmSecondFactor = (
  db: Queryable,
  personId: string,
  { sealed, step }: { readonly sealed: Buffer; readonly step: number },
) => db`
  update people.second_factors
  set secret = ${sealed}, confirmed_at = now(), last_step = ${step}
  where person_id = ${personId}`

/** Removes the app and its recovery codes. False: there is none. */
export async function removeSecondFactor(tx: Tx, personId: string): Promise<boolean> {
  await tx`delete from people.recovery_codes where person_id = ${personId}`
  const rows = await tx`
    delete from people.second_factors
    where person_id = ${personId} and confirmed_at is not null
    returning person_id`
  return rows.length > 0
}

/** New codes. The earlier ones are void. */
export async function replaceRecoveryCodes(
  tx: Tx,
  personId: string,
  digests: readonly Buffer[],
): Promise<void> {
  await tx`delete from people.recovery_codes where person_id = ${personId}`
  await tx`
    insert into people.recovery_codes (person_id, digest)
    select ${personId}::uuid, decode(digest, 'hex')
    from unnest(${digests.map((digest) => digest.toString('hex'))}::text[]) as t (digest)`
}

/** Uses a code up. False: there is no such code, or it was used. */
export async function takeRecoveryCode(
  db: Queryable,
  personId: string,
  digests: readonly Buffer[],
): Promise<boolean> {
  const rows = await db`
    update people.recovery_codes set used_at = now()
    where person_id = ${personId} and digest = any(${digests}::bytea[]) and used_at is null
    returning person_id`
  return rows.length > 0
}

export async function unusedRecoveryCodes(db: Queryable, personId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*) as count
    from people.recovery_codes
    where person_id = ${personId} and used_at is null`
  return row?.count ?? 0
}

/**
 * The factors of the person stay as they are until the transaction ends. Of two requests that
 * remove the last two factors at the same time one fails, and a login that is opened while the
 * first factor is registered waits, and then needs that factor.
 */
export const lockFactors = (tx: Tx, personId: string) =>
  tx`select from people.persons where id = ${personId} for no key update`

/** What a person can show beside the password. */
export async function factorsOf(
  db: Queryable,
  personId: string,
): Promise<{ readonly totp: boolean; readonly passkey: boolean }> {
  const [row] = await db<{ totp: boolean; passkey: boolean }[]>`
    select
      exists (
        select from people.second_factors
        where person_id = ${personId} and confirmed_at is not null) as totp,
      exists (select from people.passkeys where person_id = ${personId}) as passkey`
  return row ?? { totp: false, passkey: false }
}
