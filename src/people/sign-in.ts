import type { Tx } from '../db/pool.ts'
import { realNow } from '../primitives/clock.ts'
import { Rejection } from '../primitives/rejection.ts'
import { announceDevice } from './announce-device.ts'
import type { FoundPerson } from './auth.ts'
import { bucketOfUnknown } from './lockout.ts'
import { type LoginKind, secondStepMs, signedToken } from './login.ts'
import {
  type LoginHolder,
  notifyLoginsChanged,
  removeEndedLogins,
  removeLogin,
  removeLogins,
} from './login-store.ts'
import type { PeopleContext, RequestOrigin } from './people.ts'
import { type Person, readEmail } from './person.ts'
import { isActivePerson } from './person-store.ts'
import { actingAs, recordPerson } from './record-person.ts'
import { type ShownFactor, withFactor } from './second-factor.ts'
import { factorsOf, lockFactors } from './second-factor-store.ts'
import { forgetFailures } from './sign-in-failure-store.ts'
import { countAttempt } from './with-failures.ts'

/** A login that was created, and what it still lacks. */
export interface SignedIn {
  /** The client's text, in a cookie or in a header. It is shown once. */
  readonly token: string
  readonly needsSecondFactor: boolean
}

/** @throws Rejection `sign-in-refused` */
export async function signIn(
  app: PeopleContext,
  { email, password }: { readonly email: string; readonly password: string },
  origin: RequestOrigin,
): Promise<SignedIn> {
  return openLogin(app, await checkPassword(app, email, password), origin)
}

/**
 * Checks address and password. A wrong password, an address that no person has, a locked and a
 * suspended person get the same response after the same work.
 * @throws Rejection `sign-in-refused`
 */
export async function checkPassword(
  app: PeopleContext,
  email: string,
  password: string,
): Promise<FoundPerson> {
  const address = readEmail(email) ?? ''
  const found = await app.people.auth.findByEmail(address)
  const checked = await countAttempt(app.sql, found?.id ?? bucketOfUnknown(address), async () => {
    const [isActive, isRight] = await Promise.all([
      isActivePerson(app.sql, found?.id ?? null),
      app.people.auth.verifyPassword(password, found?.passwordHash),
    ])
    return isActive && isRight ? found : undefined
  })
  if (!checked) throw new Rejection('sign-in-refused')
  return checked
}

/** @throws Rejection `sign-in-refused`: the password that was checked is replaced */
async function openLogin(
  app: PeopleContext,
  { id: personId, name, passwordHash }: FoundPerson,
  origin: RequestOrigin,
): Promise<SignedIn> {
  const { token, needsSecondFactor } = await app.sql.begin(async (tx) => {
    // The first factor ends the logins before it, so none may be opened while it is registered.
    await lockFactors(tx, personId)
    // A new password ends the logins of the one before, also while that one is checked.
    if ((await app.people.auth.passwordOf(personId, tx)) !== passwordHash)
      throw new Rejection('sign-in-refused')
    const { totp, passkey } = await factorsOf(tx, personId)
    await removeEndedLogins(tx, personId)
    if (totp || passkey) {
      const state = 'second-factor' as const
      const login = { personId, kind: 'browser' as const, state, provedAt: null, ...origin }
      const half = await app.people.auth.createLogin(tx, { ...login, lastsMs: secondStepMs })
      return { token: half.token, needsSecondFactor: true }
    }
    await forgetFailures(tx, personId)
    const opened = await completeLogin(tx, app, { id: personId, name }, 'browser', origin)
    return { token: opened, needsSecondFactor: false }
  })
  return { token: signedToken(app.vault, token), needsSecondFactor }
}

/**
 * Checks the second factor of a login that lacks it, and replaces that login by an open one with
 * another token.
 * @throws Rejection `second-factor-refused`, `passkey-refused`
 */
export async function completeSignIn(
  app: PeopleContext,
  { login, person }: Pick<LoginHolder, 'login' | 'person'>,
  shown: ShownFactor,
  origin: RequestOrigin,
): Promise<SignedIn> {
  const token = await withFactor(app, { login, person }, shown, async (tx) => {
    if (!(await removeLogin(tx, person.id, login.id))) return undefined
    return completeLogin(tx, app, person, login.kind, origin)
  })
  await forgetFailures(app.sql, person.id)
  return { token: signedToken(app.vault, token), needsSecondFactor: false }
}

/**
 * Opens a login for a person whose passkey was checked. `use` records the use in the same
 * transaction, and is false when another request used it meanwhile.
 * @throws Rejection `passkey-refused`
 */
export async function openProvenLogin(
  app: PeopleContext,
  person: Pick<Person, 'id' | 'name'>,
  origin: RequestOrigin,
  use: (tx: Tx) => Promise<boolean>,
): Promise<SignedIn> {
  const token = await app.sql.begin(async (tx) => {
    if (!(await use(tx))) throw new Rejection('passkey-refused')
    await removeEndedLogins(tx, person.id)
    await forgetFailures(tx, person.id)
    return completeLogin(tx, app, person, 'browser', origin)
  })
  return { token: signedToken(app.vault, token), needsSecondFactor: false }
}

/** Creates an open login. Its factors were shown just now. */
async function completeLogin(
  tx: Tx,
  app: PeopleContext,
  person: Pick<Person, 'id' | 'name'>,
  kind: LoginKind,
  origin: RequestOrigin,
): Promise<string> {
  const provedAt = realNow(app.clock)
  const login = { personId: person.id, kind, state: 'open' as const, provedAt, ...origin }
  const { token } = await app.people.auth.createLogin(tx, login)
  await announceLogin(tx, app, person, kind, origin)
  return token
}

/** Records a login that opens, and mails it to its person where the device is new. */
export async function announceLogin(
  tx: Tx,
  app: PeopleContext,
  person: Pick<Person, 'id' | 'name'>,
  kind: LoginKind,
  origin: RequestOrigin,
): Promise<void> {
  await announceDevice(app, tx, person.id, kind, origin)
  const after = { device: shownDevice(origin.userAgent) }
  await recordPerson(actingAs(app, person), tx, person, { action: 'login.opened', after })
}

/** Ends a login of this person everywhere. @throws Rejection `not-found` */
export async function endLogin(
  app: PeopleContext,
  person: Pick<Person, 'id' | 'name'>,
  id: string,
): Promise<void> {
  await app.sql.begin(async (tx) => {
    const ended = await removeLogin(tx, person.id, id)
    if (!ended) throw new Rejection('not-found')
    await notifyLoginsChanged(tx)
    const before = { device: shownDevice(ended.device) }
    await recordPerson(app, tx, person, { action: 'login.ended', before })
  })
  app.people.logins.refresh()
}

/** Ends every login of this person but one. Returns how many. */
export async function endOtherLogins(
  app: PeopleContext,
  person: Pick<Person, 'id' | 'name'>,
  keptId: string | null,
): Promise<number> {
  const count = await app.sql.begin(async (tx) => {
    const ended = await removeLogins(tx, person.id, keptId)
    if (ended === 0) return 0
    await notifyLoginsChanged(tx)
    const before = { otherLogins: ended }
    const after = { otherLogins: 0 }
    await recordPerson(app, tx, person, { action: 'login.others_ended', before, after })
    return ended
  })
  app.people.logins.refresh()
  return count
}

/** A browser chooses this text, of any length. */
const shownDevice = (userAgent: string): string => userAgent.slice(0, 300)
