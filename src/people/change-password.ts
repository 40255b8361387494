import { queueMail } from '../mail/queue-mail.ts'
import { randomSecret } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { passwordResetUrl } from './links.ts'
import { type LoginHolder, notifyLoginsChanged, removeLogins } from './login-store.ts'
import { longestPassword, passwordProblem, shortestPassword } from './password-rules.ts'
import type { PeopleContext } from './people.ts'
import { type Person, readEmail } from './person.ts'
import { personByEmail, personById } from './person-store.ts'
import { actingAs, recordPerson } from './record-person.ts'
import { lockFactors } from './second-factor-store.ts'
import { removeResetLinks } from './verification-store.ts'
import { withFailures } from './with-failures.ts'

/**
 * Replaces the password of a person who knows the current one. Every other login ends.
 * @throws Rejection `second-factor-refused`, `password-refused`
 */
export async function changePassword(
  app: PeopleContext,
  { login, person }: Pick<LoginHolder, 'login' | 'person'>,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<void> {
  const { auth } = app.people
  const checkedHash = await withFailures(app, person.id, async () => {
    const hash = await auth.passwordOf(person.id)
    return (await auth.verifyPassword(current, hash)) ? hash : undefined
  })
  await replacePassword(app, person, next, { keptLoginId: login.id, checkedHash })
}

/**
 * Mails a link for a new password, if a person has this address. The mail is queued afterwards, so
 * that the time of the response does not show whether there is such a person.
 * @throws Rejection `overloaded`
 */
export async function requestPasswordReset(app: PeopleContext, email: string): Promise<void> {
  const { background } = app.people
  if (!background.hasRoom()) throw new Rejection('overloaded', { retryAfterSeconds: 1 })
  const address = readEmail(email)
  const person = address === undefined ? undefined : await personByEmail(app.sql, address)
  if (person?.status === 'active') background.start(() => mailResetLink(app, person))
}

/** One link a minute: a request needs nothing but the address, and must not fill a mailbox. */
async function mailResetLink(app: PeopleContext, person: Person): Promise<void> {
  const { auth } = app.people
  const token = randomSecret(32).toString('base64url')
  const expiresAt = new Date(app.clock.now().getTime() + resetLastsMs)
  const recently = `mailed reset ${person.id}`
  await app.sql.begin(async (tx) => {
    await lockFactors(tx, person.id)
    if ((await auth.peek(recently, tx)) !== undefined) return
    await auth.keepOnce(tx, recently, 'mailed', resetPauseMs)
    await auth.keepOnce(tx, resetName(token), person.id, resetLastsMs)
    await queueMail(app, tx, {
      to: person.email,
      language: person.language,
      template: 'password-reset',
      data: { url: passwordResetUrl(app, token), expiresAt: expiresAt.toISOString() },
    })
  })
}

/**
 * Sets a new password with such a link. Every login of the person ends.
 * @throws Rejection `link-not-valid`, `password-refused`
 */
export async function resetPassword(
  app: PeopleContext,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<void> {
  const personId = await app.people.auth.peek(resetName(token))
  const person = personId === undefined ? undefined : await personById(app.sql, personId)
  if (person?.status !== 'active') throw new Rejection('link-not-valid')
  await replacePassword(actingAs(app, person), person, password, { usedOnce: resetName(token) })
}

/** @throws Rejection `password-refused` */
export async function requireGoodPassword(
  password: string,
  { email, name }: Pick<Person, 'email' | 'name'>,
): Promise<void> {
  const problem = await passwordProblem(password, [email, name])
  if (problem === undefined) return
  const params = { problem, min: shortestPassword, max: longestPassword }
  throw new Rejection('password-refused', { field: 'password', params })
}

async function replacePassword(
  app: PeopleContext,
  person: Person,
  password: string,
  {
    keptLoginId,
    checkedHash,
    usedOnce,
  }: { readonly keptLoginId?: string; readonly checkedHash?: string; readonly usedOnce?: string },
): Promise<void> {
  const { auth, logins } = app.people
  await requireGoodPassword(password, person)
  const hash = await auth.hashPassword(password)
  await app.sql.begin(async (tx) => {
    await lockFactors(tx, person.id)
    if (usedOnce !== undefined && (await auth.takeOnce(tx, usedOnce)) === undefined)
      throw new Rejection('link-not-valid')
    // Another request may have replaced the password since this one was checked.
    if (checkedHash !== undefined && (await auth.passwordOf(person.id, tx)) !== checkedHash)
      throw new Rejection('second-factor-refused')
    await removeResetLinks(tx, person.id)
    await auth.setPassword(tx, person.id, hash)
    await removeLogins(tx, person.id, keptLoginId)
    await notifyLoginsChanged(tx)
    const action = usedOnce === undefined ? 'password.changed' : 'password.reset'
    await recordPerson(app, tx, person, { action })
    await queueMail(app, tx, {
      to: person.email,
      language: person.language,
      template: 'password-changed',
      data: { at: app.clock.now().toISOString() },
    })
  })
  logins.refresh()
}

const resetName = (token: string): string => `reset ${token}`
const resetLastsMs = 30 * 60_000
const resetPauseMs = 60_000
