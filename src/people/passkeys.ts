import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { newId, randomSecret } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import {
  beginChallenge,
  checkPasskey,
  keepChallenge,
  placeOf,
  refusePasskey,
  takeChallenge,
  webauthn,
} from './check-passkey.ts'
import { type LoginHolder, notifyLoginsChanged, removeLogins } from './login-store.ts'
import {
  insertPasskey,
  type ListedPasskey,
  passkeysOf,
  removePasskeyRow,
  renamePasskeyRow,
} from './passkey-store.ts'
import type { PeopleContext, RequestOrigin } from './people.ts'
import { readName } from './person.ts'
import { personById } from './person-store.ts'
import { recordPerson } from './record-person.ts'
import { needsSecondFactor } from './role.ts'
import { requireProof } from './second-factor.ts'
import { factorsOf, lockFactors } from './second-factor-store.ts'
import { openProvenLogin, type SignedIn } from './sign-in.ts'

/**
 * What a browser needs to create a passkey. The authenticator checks the person (PIN, finger or
 * face), so a passkey is both factors at once.
 * @throws Rejection `proof-required`
 */
export async function beginPasskey(
  app: PeopleContext,
  holder: LoginHolder,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  requireProof(app, holder)
  const { generateRegistrationOptions } = await webauthn()
  const { person, login } = holder
  const options = await generateRegistrationOptions({
    rpName: 'Guichê',
    rpID: placeOf(app).rpId,
    userName: person.email,
    userDisplayName: person.name,
    userID: new Uint8Array(Buffer.from(person.id)),
    excludeCredentials: (await passkeysOf(app.sql, person.id)).map((each) => ({
      id: each.credentialId,
      transports: [...each.transports],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(app, creationName(login.id), options.challenge)
  return options
}

/**
 * Where the passkey is the person's first factor, every other login of the person ends, because it
 * was opened without a factor.
 * @throws Rejection `passkey-refused`, `name-invalid`
 */
export async function finishPasskey(
  app: PeopleContext,
  { person, login }: LoginHolder,
  { name: sentName, response }: { readonly name: string; readonly response: unknown },
): Promise<ListedPasskey> {
  const name = readName(sentName)
  if (name === undefined) throw new Rejection('name-invalid', { field: 'name' })
  const { verifyRegistrationResponse } = await webauthn()
  const { rpId, origins } = placeOf(app)
  const expectedChallenge = await takeChallenge(app, creationName(login.id))
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(refusePasskey)
  if (!verified.verified) return refusePasskey()
  const { credential } = verified.registrationInfo
  const passkey = { id: newId(app.clock.now().getTime()), personId: person.id, name }
  await app.sql.begin(async (tx) => {
    await lockFactors(tx, person.id)
    const earlier = await factorsOf(tx, person.id)
    const isNew = await insertPasskey(tx, {
      ...passkey,
      credentialId: credential.id,
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports: credential.transports ?? [],
    })
    if (!isNew) refusePasskey()
    if (!earlier.totp && !earlier.passkey) await removeLogins(tx, person.id, login.id)
    await notifyLoginsChanged(tx)
    await recordPerson(app, tx, person, { action: 'passkey.added', after: { name } })
  })
  app.people.logins.refresh()
  return { ...passkey, createdAt: app.clock.now(), lastUsedAt: null }
}

/**
 * What a browser needs to sign in with any passkey of this gateway. `request` names the challenge.
 */
export async function beginPasskeySignIn(app: PeopleContext): Promise<{
  readonly request: string
  readonly options: PublicKeyCredentialRequestOptionsJSON
}> {
  const request = randomSecret(32).toString('base64url')
  return { request, options: await beginChallenge(app, signInName(request)) }
}

/** @throws Rejection `passkey-refused` */
export async function finishPasskeySignIn(
  app: PeopleContext,
  { request, response }: { readonly request: string; readonly response: unknown },
  origin: RequestOrigin,
): Promise<SignedIn> {
  const { passkey, use } = await checkPasskey(app, signInName(request), response)
  const person = await personById(app.sql, passkey.personId)
  return person ? openProvenLogin(app, person, origin, use) : refusePasskey()
}

/** @throws Rejection `not-found`, `name-invalid` */
export async function renamePasskey(
  app: PeopleContext,
  { person }: Pick<LoginHolder, 'person'>,
  { id, name: sentName }: { readonly id: string; readonly name: string },
): Promise<ListedPasskey> {
  const name = readName(sentName)
  if (name === undefined) throw new Rejection('name-invalid', { field: 'name' })
  return app.sql.begin(async (tx) => {
    const renamed = await renamePasskeyRow(tx, person.id, { id, name })
    if (!renamed) throw new Rejection('not-found')
    const { before, ...passkey } = renamed
    if (before !== name) {
      const change = { before: { name: before }, after: { name } }
      await recordPerson(app, tx, person, { action: 'passkey.renamed', ...change })
    }
    return passkey
  })
}

/** @throws Rejection `not-found`, `proof-required`, `second-factor-last` */
export async function removePasskey(
  app: PeopleContext,
  holder: LoginHolder,
  id: string,
): Promise<void> {
  requireProof(app, holder)
  const { person, memberships } = holder
  await app.sql.begin(async (tx) => {
    await lockFactors(tx, person.id)
    const name = await removePasskeyRow(tx, person.id, id)
    if (name === undefined) throw new Rejection('not-found')
    const { totp, passkey } = await factorsOf(tx, person.id)
    if (!totp && !passkey && needsSecondFactor(memberships, app.config.mode))
      throw new Rejection('second-factor-last')
    await notifyLoginsChanged(tx)
    await recordPerson(app, tx, person, { action: 'passkey.removed', before: { name } })
  })
  app.people.logins.refresh()
}

const creationName = (loginId: string): string => `passkey creation ${loginId}`
const signInName = (request: string): string => `passkey sign-in ${request}`
