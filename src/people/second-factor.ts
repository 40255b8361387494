import type { Tx } from '../db/pool.ts'
import { realNow } from '../primitives/clock.ts'
import { randomSecret } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Place } from '../primitives/vault.ts'
import { checkPasskeyProof, refusePasskey } from './check-passkey.ts'
import { isProofFresh } from './login.ts'
import { type LoginHolder, notifyLoginsChanged, proveLogin, removeLogins } from './login-store.ts'
import type { PeopleContext } from './people.ts'
import { recordPerson } from './record-person.ts'
import {
  digestOfRecoveryCode,
  digestsOfRecoveryCode,
  newRecoveryCode,
  recoveryCodes,
} from './recovery-code.ts'
import { needsSecondFactor } from './role.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  factorsOf,
  lockFactors,
  removeSecondFactor,
  replaceRecoveryCodes,
  secondFactorOf,
  takeRecoveryCode,
  takeStep,
  unusedRecoveryCodes,
} from './second-factor-store.ts'
import { base32, stepOfCode, totpUri } from './totp.ts'
import { withFailures } from './with-failures.ts'

/** What a person shows beside the password. */
export type ShownFactor =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string }
  | { readonly kind: 'passkey'; readonly response: unknown }

type Context = Pick<PeopleContext, 'vault' | 'clock'>

/**
 * Runs `work` in the transaction that uses the factor up. A wrong code counts towards the lock of
 * the person. A passkey cannot be guessed, so a lock does not stop it. Work that returns undefined
 * refuses the factor.
 * @throws Rejection `second-factor-refused`, `passkey-refused`
 */
export async function withFactor<Result>(
  app: PeopleContext,
  holder: Pick<LoginHolder, 'login' | 'person'>,
  shown: ShownFactor,
  work: (tx: Tx) => Promise<Result | undefined>,
): Promise<Result> {
  const using = (use: (tx: Tx) => Promise<boolean>) =>
    app.sql.begin(async (tx) => ((await use(tx)) ? work(tx) : undefined))
  if (shown.kind !== 'passkey') {
    const { id } = holder.person
    return withFailures(app, id, () => using((tx) => useCode(tx, app, id, shown)))
  }
  const result = await using(await checkPasskeyProof(app, holder, shown.response))
  return result ?? refusePasskey()
}

/** Uses a code up in `tx`. False: it is wrong, or was used before. */
async function useCode(
  tx: Tx,
  app: Context,
  personId: string,
  { kind, code }: Exclude<ShownFactor, { kind: 'passkey' }>,
): Promise<boolean> {
  if (kind === 'recovery')
    return takeRecoveryCode(tx, personId, digestsOfRecoveryCode(app.vault, personId, code))
  const factor = await secondFactorOf(tx, personId)
  if (!factor?.confirmedAt) return false
  const step = stepOf(app, personId, factor.secret, code)
  return step !== undefined && takeStep(tx, personId, step)
}

/** What a person can show beside the password. */
export async function readSecondFactors(
  { sql }: Pick<PeopleContext, 'sql'>,
  { person }: Pick<LoginHolder, 'person'>,
): Promise<{
  readonly hasTotp: boolean
  readonly hasPasskey: boolean
  readonly recoveryCodesLeft: number
}> {
  const [{ totp, passkey }, recoveryCodesLeft] = await Promise.all([
    factorsOf(sql, person.id),
    unusedRecoveryCodes(sql, person.id),
  ])
  return { hasTotp: totp, hasPasskey: passkey, recoveryCodesLeft }
}

/**
 * A secret for the person's app. It is in use once the person has shown a code of it; until then
 * the app before is.
 * @throws Rejection `proof-required`
 */
export async function beginTotp(
  app: PeopleContext,
  { login, person }: Pick<LoginHolder, 'login' | 'person'>,
): Promise<{ readonly secret: string; readonly uri: string }> {
  requireProof(app, { login })
  const secret = randomSecret(20)
  const sealed = app.vault.seal(secret, placeOf(person.id))
  if (!(await beginSecondFactor(app.sql, person.id, sealed)))
    await app.sql.begin((tx) =>
      app.people.auth.keepOnce(tx, nextAppName(login.id), sealed.toString('base64'), nextAppMs),
    )
  return { secret: base32(secret), uri: totpUri(secret, person) }
}

/**
 * The first code puts the app into use, and ends the use of the app before. Every other login of
 * the person ends, because it was opened without the factor. Returns the recovery codes, which are
 * shown once.
 * @throws Rejection `second-factor-refused`
 */
export async function confirmTotp(
  app: PeopleContext,
  { login, person }: Pick<LoginHolder, 'login' | 'person'>,
  code: string,
): Promise<readonly string[]> {
  const codes = await withFailures(app, person.id, () =>
    app.sql.begin(async (tx) => {
      await lockFactors(tx, person.id)
      const { sealed, isReplacement } = await newSecretOf(tx, app, { login, person })
      const step = sealed && stepOf(app, person.id, sealed, code)
      if (!sealed || step === undefined) return undefined
      await confirmSecondFactor(tx, person.id, { sealed, step })
      await removeLogins(tx, person.id, login.id)
      await proveLogin(tx, login.id)
      await notifyLoginsChanged(tx)
      const created = await newCodes(tx, app, person.id)
      if (isReplacement) {
        await app.people.auth.takeOnce(tx, nextAppName(login.id))
        await recordPerson(app, tx, person, { action: 'second_factor.removed' })
      }
      await recordPerson(app, tx, person, { action: 'second_factor.added' })
      return created
    }),
  )
  app.people.logins.refresh()
  return codes
}

/** The secret whose first code is awaited. Only the login that began a replacement ends it. */
async function newSecretOf(
  tx: Tx,
  app: PeopleContext,
  { login, person }: Pick<LoginHolder, 'login' | 'person'>,
): Promise<{ readonly sealed: Buffer | undefined; readonly isReplacement: boolean }> {
  const factor = await secondFactorOf(tx, person.id)
  if (!factor?.confirmedAt) return { sealed: factor?.secret, isReplacement: false }
  const kept = await app.people.auth.peek(nextAppName(login.id), tx)
  const sealed = kept === undefined ? undefined : Buffer.from(kept, 'base64')
  return { sealed, isReplacement: true }
}

/**
 * Takes the app out of use.
 * @throws Rejection `proof-required`, `second-factor-missing`, `second-factor-last`
 */
export async function removeTotp(app: PeopleContext, holder: LoginHolder): Promise<void> {
  requireProof(app, holder)
  await app.sql.begin(async (tx) => {
    await lockFactors(tx, holder.person.id)
    if (!(await removeSecondFactor(tx, holder.person.id)))
      throw new Rejection('second-factor-missing')
    const { passkey } = await factorsOf(tx, holder.person.id)
    if (!passkey && needsSecondFactor(holder.memberships, app.config.mode))
      throw new Rejection('second-factor-last')
    await notifyLoginsChanged(tx)
    await recordPerson(app, tx, holder.person, { action: 'second_factor.removed' })
  })
  app.people.logins.refresh()
}

/** New recovery codes. The earlier ones are void. @throws Rejection `proof-required` */
export async function renewRecoveryCodes(
  app: PeopleContext,
  holder: LoginHolder,
): Promise<readonly string[]> {
  requireProof(app, holder)
  const { totp } = await factorsOf(app.sql, holder.person.id)
  if (!totp) throw new Rejection('second-factor-missing')
  return app.sql.begin(async (tx) => {
    const codes = await newCodes(tx, app, holder.person.id)
    await recordPerson(app, tx, holder.person, { action: 'recovery_codes.renewed' })
    return codes
  })
}

/**
 * Sensitive changes need a second factor of the last minutes. @throws Rejection `proof-required`
 */
export function requireProof(app: Context, { login }: Pick<LoginHolder, 'login'>): void {
  if (!isProofFresh(login, realNow(app.clock))) throw new Rejection('proof-required')
}

/**
 * Shows the second factor again, or the password where the person has none. Returns until when it
 * counts.
 * @throws Rejection `second-factor-refused`, `passkey-refused`
 */
export async function prove(
  app: PeopleContext,
  holder: LoginHolder,
  shown: ShownFactor | { readonly kind: 'password'; readonly password: string },
): Promise<Date> {
  const { login, person, hasSecondFactor } = holder
  const { auth, logins } = app.people
  const record = async (tx: Tx) => {
    await notifyLoginsChanged(tx)
    return proveLogin(tx, login.id)
  }
  const until =
    shown.kind === 'password'
      ? await withFailures(app, person.id, async () => {
          const hash = hasSecondFactor ? undefined : await auth.passwordOf(person.id)
          const isRight = await auth.verifyPassword(shown.password, hash)
          return isRight ? app.sql.begin(record) : undefined
        })
      : await withFactor(app, holder, shown, record)
  logins.refresh()
  return until
}

async function newCodes(tx: Tx, { vault }: Context, personId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  await replaceRecoveryCodes(
    tx,
    personId,
    codes.map((code) => digestOfRecoveryCode(vault, personId, code)),
  )
  return codes
}

const stepOf = (app: Context, personId: string, sealed: Buffer, code: string) =>
  stepOfCode(
    app.vault.open(sealed, placeOf(personId)),
    code.replace(/\s/g, ''),
    realNow(app.clock).getTime(),
  )

const placeOf = (personId: string): Place => ({ table: 'second_factors', id: personId })
const nextAppName = (loginId: string): string => `next app ${loginId}`
const nextAppMs = 10 * 60_000
