import type { App } from '../app.ts'
import type { MailLanguage } from '../mail/mail-content.ts'
import { changeRole, checkInvitation, invitePerson, suspendPerson } from '../people/invite.ts'
import { personById, personChangedAt, roleOf } from '../people/person-store.ts'
import { Rejection } from '../primitives/rejection.ts'
import { secondPersonChange } from './second-person-change.ts'

interface OperatorInvitation {
  readonly email: string
  readonly role: string
  readonly language: MailLanguage
}

/**
 * An invitation to the operator with a role that can make or decide changes. A person who could
 * invite alone would have as many second persons as mailboxes.
 */
export const inviteOperatorApproved = secondPersonChange<OperatorInvitation>({
  kind: 'transaction',
  permission: 'operators:write',
  async describe({ sql }, { email, role }) {
    await checkInvitation(sql, { accountId: null, email, role })
    return { subject: { type: 'operator', id: 'operator' }, before: {}, after: { email, role } }
  },
  async apply(app, invitation) {
    await invitePerson(app, { ...invitation, accountId: null })
    return undefined
  },
})

interface OperatorRoleChange {
  readonly personId: string
  readonly role: string
}

/** Another role of a person of the operator, if the new one can make or decide changes. */
export const changeOperatorRoleApproved = secondPersonChange<OperatorRoleChange>({
  kind: 'transaction',
  permission: 'operators:write',
  async describe({ sql }, { personId, role }) {
    const person = await personById(sql, personId)
    const before = await roleOf(sql, personId, null)
    if (!person || before === undefined) throw new Rejection('not-found')
    return {
      subject: { type: 'person', id: personId, name: person.name },
      before: { role: before },
      after: { role },
    }
  },
  async apply(app, { personId, role }, approval) {
    if ((await roleOf(app.sql, personId, null)) !== approval.before.role)
      throw new Rejection('approval-outdated')
    await changeRole(app, { personId, accountId: null, role })
    return undefined
  },
})

interface Reactivation {
  readonly personId: string
  /** When the person was changed last, at the request. */
  readonly changedAt?: string
}

/** A request to end the suspension of a person. Throws `not-found`. */
export async function reactivation(
  { sql }: Pick<App, 'sql'>,
  personId: string,
): Promise<Reactivation> {
  const changedAt = await personChangedAt(sql, personId)
  if (changedAt === undefined) throw new Rejection('not-found')
  return { personId, changedAt }
}

/** The end of the suspension of a person with a sensitive role, at the operator or an account. */
export const reactivatePersonApproved = secondPersonChange<Reactivation>({
  kind: 'transaction',
  permission: 'operators:write',
  async describe({ sql }, { personId }) {
    const person = await personById(sql, personId)
    if (!person) throw new Rejection('not-found')
    return {
      subject: { type: 'person', id: personId, name: person.name },
      before: { status: person.status },
      after: { status: 'active' },
    }
  },
  async apply(app, { personId, changedAt }, approval) {
    if ((await personById(app.sql, personId))?.status !== approval.before.status)
      throw new Rejection('approval-outdated')
    // The person may be suspended again since, for another reason.
    if (changedAt !== undefined && (await personChangedAt(app.sql, personId)) !== changedAt)
      throw new Rejection('approval-outdated')
    await suspendPerson(app, personId, 'active')
    return undefined
  },
})
