import type { Static } from 'typebox'
import type { InviteRequest, PeopleWire, SentInvitationWire } from '../../contract/people.ts'
import type { Permission } from '../../contract/permission.ts'
import { invitePerson, listPeople } from '../people/invite.ts'
import type { PeopleContext } from '../people/people.ts'
import type { ListedPerson } from '../people/person-store.ts'
import type { Made } from './request/sealed-response.ts'

/** Where a person belongs to, and what the caller may give to others there. */
export interface Place {
  /** Null: the operator. */
  readonly accountId: string | null
  /** Undefined: everything. */
  readonly within: ReadonlySet<Permission> | undefined
}

/** The people of an account, or of the operator, and the open invitations. */
export async function peopleOf(
  app: Pick<PeopleContext, 'sql'>,
  accountId: string | null,
): Promise<PeopleWire> {
  const { persons, invitations } = await listPeople(app, accountId)
  return {
    persons: persons.map(renderPerson),
    invitations: invitations.map(({ id, email, role, expiresAt }) => ({
      ...{ id, email, role },
      expiresAt: expiresAt.toISOString(),
    })),
  }
}

/** Invites a person. The link goes by mail only, so that the response shows no access to others. */
export async function invited(
  app: PeopleContext,
  place: Place,
  { email, role, language = 'pt' }: InviteRequest,
): Promise<Made<Static<typeof SentInvitationWire>>> {
  const invitation = await invitePerson(app, { ...place, email, role, language })
  return {
    id: invitation.id,
    message: { pt: 'Convite enviado por e-mail.', en: 'The invitation is on its way by mail.' },
    data: {
      id: invitation.id,
      email: invitation.email,
      role,
      expiresAt: invitation.expiresAt.toISOString(),
    },
  }
}

function renderPerson({ id, name, email, status, memberships, createdAt }: ListedPerson) {
  const role = memberships[0]?.role ?? ''
  return { id, name, email, status, role, createdAt: createdAt.toISOString() }
}

export const roleChanged = { pt: 'Papel trocado.', en: 'Role changed.' }
export const accessRemoved = { pt: 'Acesso tirado.', en: 'Access removed.' }
export const invitationWithdrawn = { pt: 'Convite retirado.', en: 'Invitation withdrawn.' }
export const peopleListed = { pt: 'Pessoas e convites.', en: 'People and invitations.' }
