import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Tx } from '../db/pool.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { LoginHolder } from './login-store.ts'
import { type KnownPasskey, passkeyByCredential, passkeysOf, usePasskey } from './passkey-store.ts'
import type { PeopleContext } from './people.ts'

/**
 * What a browser needs to show a passkey of this person beside a password, or again.
 * @throws Rejection `second-factor-missing`
 */
export async function beginPasskeyProof(
  app: PeopleContext,
  { login, person }: Pick<LoginHolder, 'login' | 'person'>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const passkeys = await passkeysOf(app.sql, person.id)
  if (passkeys.length === 0) throw new Rejection('second-factor-missing')
  return beginChallenge(app, proofName(login.id), passkeys)
}

/**
 * Checks a passkey of this person against the challenge of this login. The challenge is used up,
 * right or wrong. The result records the use; it is false when another request used the passkey
 * meanwhile.
 * @throws Rejection `passkey-refused`
 */
export async function checkPasskeyProof(
  app: PeopleContext,
  { login, person }: Pick<LoginHolder, 'login' | 'person'>,
  response: unknown,
): Promise<(tx: Tx) => Promise<boolean>> {
  const { passkey, use } = await checkPasskey(app, proofName(login.id), response)
  return passkey.personId === person.id ? use : refusePasskey()
}

/** A challenge under a name, for these passkeys or for any. */
export async function beginChallenge(
  app: PeopleContext,
  name: string,
  passkeys: Awaited<ReturnType<typeof passkeysOf>> = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: placeOf(app).rpId,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
  })
  await keepChallenge(app, name, options.challenge)
  return options
}

/** @throws Rejection `passkey-refused` */
export async function checkPasskey(
  app: PeopleContext,
  name: string,
  response: unknown,
): Promise<{ readonly passkey: KnownPasskey; readonly use: (tx: Tx) => Promise<boolean> }> {
  const expectedChallenge = await takeChallenge(app, name)
  const passkey = await passkeyByCredential(app.sql, idOfResponse(response))
  if (!passkey) return refusePasskey()
  const { verifyAuthenticationResponse } = await webauthn()
  const { rpId, origins } = placeOf(app)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origins,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(refusePasskey)
  if (!verified) return refusePasskey()
  return { passkey, use: (tx) => usePasskey(tx, passkey, authenticationInfo.newCounter) }
}

/** The library takes a quarter of a second to load, so only a process that needs it does. */
export const webauthn = () => import('@simplewebauthn/server')

export const keepChallenge = (app: PeopleContext, name: string, challenge: string): Promise<void> =>
  app.sql.begin((tx) => app.people.auth.keepOnce(tx, name, challenge, challengeMs))

/** A challenge counts once, whether or not its response is right. */
export async function takeChallenge(app: PeopleContext, name: string): Promise<string> {
  return (await app.sql.begin((tx) => app.people.auth.takeOnce(tx, name))) ?? refusePasskey()
}

/** Browsers accept no address as the name of a place, and localhost over http. */
export function placeOf({ links }: Pick<PeopleContext, 'links'>): {
  readonly rpId: string
  readonly origins: string[]
} {
  const url = new URL(links.baseUrl)
  if (url.hostname !== '127.0.0.1') return { rpId: url.hostname, origins: [url.origin] }
  url.hostname = 'localhost'
  return { rpId: 'localhost', origins: [url.origin] }
}

export function refusePasskey(cause?: unknown): never {
  throw new Rejection('passkey-refused', {}, { cause })
}

function idOfResponse(response: unknown): string {
  const { id } = (response ?? {}) as { id?: unknown }
  return typeof id === 'string' ? id.slice(0, 2_000) : ''
}

const proofName = (loginId: string): string => `passkey proof ${loginId}`
const challengeMs = 5 * 60_000
