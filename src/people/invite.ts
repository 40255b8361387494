import type { Permission } from '../../contract/permission.ts'
import { accountById } from '../accounts/account-store.ts'
import type { Queryable, Tx } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { newId, randomSecret } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { accountRole, heldAccountRole } from './account-role-store.ts'
import { requireGoodPassword } from './change-password.ts'
import {
  countInvitations,
  type Invitation,
  insertInvitation,
  lockInvitations,
  openInvitation,
  openInvitationsOf,
  takeInvitation,
  withdrawInvitationRow,
  withdrawInvitations,
} from './invitation-store.ts'
import { invitationUrl } from './links.ts'
import { notifyLoginsChanged, removeLogins } from './login-store.ts'
import type { PeopleContext } from './people.ts'
import { type Language, readEmail, readName } from './person.ts'
import {
  changeMembership,
  countOfRole,
  insertMembership,
  type ListedPerson,
  personByEmail,
  personById,
  personsOf,
  removeMembership,
  roleOf,
  setPersonStatus,
} from './person-store.ts'
import { actingAs, recordPerson } from './record-person.ts'
import { isCommonRole, isSensitive, permissionsOf, roleName } from './role.ts'
import { checkPassword } from './sign-in.ts'

/** An invitation, and the link that the invited person opens. The link is shown once. */
export interface SentInvitation {
  readonly id: string
  readonly email: string
  readonly role: string
  readonly expiresAt: Date
  readonly token: string
}

/**
 * Whether an invitation is possible now, before a second person decides about it. Returns whether
 * its role needs one: see `isSensitive`.
 * @throws Rejection `email-invalid`, `role-not-found`, `already-member`
 */
export async function checkInvitation(
  db: Queryable,
  {
    accountId,
    role,
    email: sentEmail,
  }: { readonly accountId: string | null; readonly email: string; readonly role: string },
): Promise<{ readonly isSensitive: boolean }> {
  const email = readEmail(sentEmail)
  if (email === undefined) throw new Rejection('email-invalid', { field: 'email' })
  const permissions = accountId === null ? null : ((await accountRole(db, accountId, role)) ?? null)
  if (permissions === null && !isCommonRole(role, accountId))
    throw new Rejection('role-not-found', { field: 'role' })
  const members = await personsOf(db, accountId)
  if (members.some((member) => member.email === email)) throw new Rejection('already-member')
  return { isSensitive: isSensitive({ accountId, role, permissions }) }
}

/**
 * Invites a person to an account, or to the operator when `accountId` is null. Earlier invitations
 * of the address to the same place are withdrawn.
 * @throws Rejection `not-found`, `email-invalid`, `role-not-found`, `already-member`,
 * `invitation-limit-reached`, `rate-limited`
 */
export async function invitePerson(
  app: PeopleContext,
  given: {
    readonly email: string
    readonly accountId: string | null
    readonly role: string
    readonly language: Language
  } & Giver,
): Promise<SentInvitation> {
  const { accountId, role, language, within } = given
  const email = readEmail(given.email)
  if (email === undefined) throw new Rejection('email-invalid', { field: 'email' })
  const account = accountId === null ? null : await accountById(app.sql, accountId)
  if (account === undefined) throw new Rejection('not-found')
  const members = await personsOf(app.sql, accountId)
  if (members.some((member) => member.email === email)) throw new Rejection('already-member')

  const token = randomSecret(32).toString('base64url')
  const id = newId(app.clock.now().getTime())
  const expiresAt = await app.sql.begin(async (tx) => {
    await requireRole(tx, { accountId, role, within })
    await requireFewInvitations(app, tx, { accountId, email })
    await withdrawInvitations(tx, email, accountId)
    const until = await insertInvitation(tx, {
      ...{ id, email, accountId, role, language },
      invitedBy: actorText(app),
      digest: digestOf(app, token),
      lastsSeconds,
    })
    await queueMail(app, tx, {
      ...(accountId !== null && { accountId }),
      to: email,
      language,
      template: 'invitation',
      data: {
        invitedBy: app.actor.name,
        account: account?.account.name ?? null,
        role: roleName(role, language),
        url: invitationUrl(app, token),
        expiresAt: until.toISOString(),
      },
    })
    await recordPerson(
      app,
      tx,
      { id, name: email },
      {
        ...{ action: 'person.invited', accountId, after: { role } },
      },
    )
    return until
  })
  return { id, email, role, expiresAt, token }
}

/** What the link shows before it is accepted. @throws Rejection `link-not-valid` */
export async function readInvitation(
  app: PeopleContext,
  token: string,
): Promise<
  Invitation & {
    readonly isKnown: boolean
    /** The name of the person who invites. Null: a program did. */
    readonly inviter: string | null
  }
> {
  const invitation = await openInvitation(app.sql, app.vault.digests('invitation', token))
  if (!invitation) throw new Rejection('link-not-valid')
  const [kind, inviterId = ''] = invitation.invitedBy.split(' ')
  const [person, inviter] = await Promise.all([
    personByEmail(app.sql, invitation.email),
    kind === 'person' ? personById(app.sql, inviterId) : undefined,
  ])
  return { ...invitation, isKnown: person !== undefined, inviter: inviter?.name ?? null }
}

/**
 * Accepts an invitation. A new person chooses a name and a password. A person who is known already
 * proves it with the current password.
 * @throws Rejection `link-not-valid`, `name-invalid`, `password-refused`, `sign-in-refused`
 */
export async function acceptInvitation(
  app: PeopleContext,
  token: string,
  { name: sentName = '', password }: { readonly name?: string; readonly password: string },
): Promise<{ readonly personId: string; readonly email: string }> {
  const { auth, logins } = app.people
  const invitation = await readInvitation(app, token)
  const { id, email, accountId, language, invitedBy } = invitation
  const known = await auth.findByEmail(email)
  const name = readName(sentName)
  let hash: string | undefined
  if (known) await checkPassword(app, email, password)
  else {
    if (name === undefined) throw new Rejection('name-invalid', { field: 'name' })
    await requireGoodPassword(password, { email, name })
    hash = await auth.hashPassword(password)
  }
  const personId = await app.sql.begin(async (tx) => {
    const person =
      known?.id ?? (await auth.createPerson(tx, { email, name: name ?? email, language }))
    // The role may have another name by now.
    const role = await takeInvitation(tx, id, person)
    if (role === undefined) throw new Rejection('link-not-valid')
    if (hash !== undefined) await auth.setPassword(tx, person, hash)
    const membership = { id: newId(app.clock.now().getTime()), personId: person, accountId, role }
    const isNew = await insertMembership(tx, { ...membership, createdBy: invitedBy })
    await notifyLoginsChanged(tx)
    const joined = { id: person, name: known?.name ?? name ?? email }
    const change = { action: 'person.joined' as const, accountId, after: { role, email } }
    if (isNew) await recordPerson(actingAs(app, joined), tx, joined, change)
    return person
  })
  logins.refresh()
  return { personId, email }
}

/** @throws Rejection `not-found` */
export async function withdrawInvitation(
  app: PeopleContext,
  accountId: string | null,
  id: string,
): Promise<void> {
  await app.sql.begin(async (tx) => {
    const email = await withdrawInvitationRow(tx, accountId, id)
    if (email === undefined) throw new Rejection('not-found')
    const change = { action: 'person.invitation_withdrawn' as const, accountId }
    await recordPerson(app, tx, { id, name: email }, change)
  })
}

/** The persons of a place, and the invitations that are open. */
export const listPeople = async (
  app: Pick<PeopleContext, 'sql'>,
  accountId: string | null,
): Promise<{ persons: readonly ListedPerson[]; invitations: readonly Invitation[] }> => ({
  persons: await personsOf(app.sql, accountId),
  invitations: await openInvitationsOf(app.sql, accountId),
})

/** Works everywhere within two seconds. @throws Rejection `not-found`, `role-not-found` */
export async function changeRole(
  app: PeopleContext,
  {
    personId,
    accountId,
    role,
    within,
  }: {
    readonly personId: string
    readonly accountId: string | null
    readonly role: string
  } & Giver,
): Promise<void> {
  await app.sql.begin(async (tx) => {
    await requireRole(tx, { accountId, role, within })
    const before = await changeMembership(tx, personId, accountId, role)
    if (before !== undefined) await requireWithin(tx, { accountId, role: before, within })
    const person = await personById(tx, personId)
    if (before === undefined || !person) throw new Rejection('not-found')
    await requireOwnerLeft(tx, accountId, before)
    await notifyLoginsChanged(tx)
    const change = { before: { role: before }, after: { role } }
    await recordPerson(app, tx, person, { action: 'person.role_changed', accountId, ...change })
  })
  app.people.logins.refresh()
}

/** The person no longer belongs to the place. Works within two seconds. */
export async function removePerson(
  app: PeopleContext,
  {
    personId,
    accountId,
    within,
  }: { readonly personId: string; readonly accountId: string | null } & Giver,
): Promise<void> {
  await app.sql.begin(async (tx) => {
    const role = await removeMembership(tx, personId, accountId)
    if (role !== undefined) await requireWithin(tx, { accountId, role, within })
    const person = await personById(tx, personId)
    if (role === undefined || !person) throw new Rejection('not-found')
    await requireOwnerLeft(tx, accountId, role)
    await notifyLoginsChanged(tx)
    await recordPerson(app, tx, person, {
      ...{ action: 'person.removed', accountId, before: { role } },
    })
  })
  app.people.logins.refresh()
}

/** A suspended person has no login and cannot sign in, everywhere within two seconds. */
export async function suspendPerson(
  app: PeopleContext,
  personId: string,
  status: 'active' | 'suspended',
): Promise<void> {
  await app.sql.begin(async (tx) => {
    const person = await personById(tx, personId)
    if (!person) throw new Rejection('not-found')
    await setPersonStatus(tx, personId, status)
    if (status === 'suspended') {
      await removeLogins(tx, personId)
      await requireOwnerLeft(tx, null, await roleOf(tx, personId, null))
    }
    await notifyLoginsChanged(tx)
    const action = status === 'suspended' ? 'person.suspended' : 'person.reactivated'
    const change = { before: { status: person.status }, after: { status } }
    await recordPerson(app, tx, person, { action, ...change })
  })
  app.people.logins.refresh()
}

/**
 * An account, and the operator, keeps a person who can let others in. `before` is the role that a
 * person has just lost.
 */
async function requireOwnerLeft(
  tx: Tx,
  accountId: string | null,
  before: string | undefined,
): Promise<void> {
  const owner = accountId === null ? 'admin' : 'owner'
  if (before !== owner || (await countOfRole(tx, accountId, owner)) > 0) return
  throw new Rejection('last-owner')
}

/** The role exists until the transaction ends, and the person who gives it has all of it. */
async function requireRole(tx: Tx, given: RoleToGive): Promise<void> {
  const { accountId, role } = given
  const isKnown =
    isCommonRole(role, accountId) ||
    (accountId !== null && (await heldAccountRole(tx, accountId, role)) !== undefined)
  if (!isKnown) throw new Rejection('role-not-found', { field: 'role' })
  await requireWithin(tx, given)
}

/**
 * A person can give others only permissions of their own role, and cannot change a person who has
 * more.
 * @throws Rejection `permission-denied`
 */
async function requireWithin(
  db: Queryable,
  { accountId, role, within }: RoleToGive,
): Promise<void> {
  if (within === undefined) return
  const permissions = accountId === null ? null : ((await accountRole(db, accountId, role)) ?? null)
  for (const permission of permissionsOf({ accountId, role, permissions }))
    if (!within.has(permission))
      throw new Rejection('permission-denied', { params: { permission } })
}

/**
 * Each invitation is a mail to an address that its sender chose freely, so a mailbox gets one a
 * minute from an account, and an account sends a limited number. The operator owns the mail server.
 * @throws Rejection `invitation-limit-reached`, `rate-limited`
 */
async function requireFewInvitations(
  { people: { auth } }: PeopleContext,
  tx: Tx,
  to: Pick<Invitation, 'accountId' | 'email'>,
): Promise<void> {
  await lockInvitations(tx, to.accountId)
  const { open, lately } = await countInvitations(tx, to)
  if (open >= mostOpen)
    throw new Rejection('invitation-limit-reached', { params: { max: mostOpen } })
  if (to.accountId === null) return
  if (lately >= mostOfAccountADay) throw new Rejection('rate-limited', { retryAfterSeconds: 3_600 })
  const recently = `mailed invitation ${to.accountId} ${to.email}`
  if ((await auth.peek(recently, tx)) !== undefined)
    throw new Rejection('rate-limited', { retryAfterSeconds: pauseMs / 1_000 })
  await auth.keepOnce(tx, recently, 'mailed', pauseMs)
}

interface Giver {
  /** What the person may give. Left out: everything. */
  readonly within?: ReadonlySet<Permission> | undefined
}

interface RoleToGive extends Giver {
  readonly accountId: string | null
  readonly role: string
}

/** How the rows name who made a change. */
const actorText = ({ actor }: PeopleContext): string => `${actor.kind} ${actor.id}`

const digestOf = ({ vault }: PeopleContext, token: string): Buffer =>
  vault.digest('invitation', token)

const lastsSeconds = 7 * 86_400
const mostOpen = 50
const mostOfAccountADay = 100
const pauseMs = 60_000
