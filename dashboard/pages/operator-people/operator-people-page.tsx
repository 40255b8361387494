import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PeopleWire } from '../../../contract/people.ts'
import { allOperatorPermissions, operatorPermissions } from '../../../contract/permission.ts'
import { operatorRoles } from '../../../contract/role.ts'
import { call } from '../../api/client.ts'
import { useMay, useOperator } from '../../api/login.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Page } from '../../parts/page.tsx'
import type { Language } from '../../text/language.ts'
import { useLanguage, useTexts } from '../../text/text.ts'
import { InvitationsCard } from '../team/invitations-card.tsx'
import { InviteForm } from '../team/invite-form.tsx'
import { PeopleCard } from '../team/people-card.tsx'
import { type OfferedRole, TeamScopeContext } from '../team/team-scope.ts'
import { teamTexts } from '../team/team-texts.ts'
import { operatorPeopleTexts } from './operator-people-texts.ts'
import { OperatorRoles } from './operator-roles.tsx'

const operatorPeopleQuery = queryOptions({
  queryKey: ['operator-people'],
  queryFn: ({ signal }) => call<PeopleWire>('GET', '/api/admin/people', { signal }),
})

/** The people of the operator, open invitations, and what each role may do. */
export default function OperatorPeoplePage() {
  const t = useTexts(operatorPeopleTexts)
  const team = useTexts(teamTexts)
  const { language } = useLanguage()
  const mayWrite = useMay().atOperator('operators:write')
  const own = useOperator()?.permissions ?? []
  const [isInviting, setInviting] = useState(false)
  const close = () => setInviting(false)
  const people = useQuery(operatorPeopleQuery)
  const invitations = people.data?.invitations ?? []
  const roles = rolesIn(language)
  return (
    <TeamScopeContext
      value={{
        path: '/api/admin/people',
        roles,
        own,
        firstRole: 'auditor',
        maySuspend: mayWrite,
      }}
    >
      <Page
        title={t.title}
        lead={t.lead}
        actions={mayWrite && <Button onClick={() => setInviting(true)}>{team.invite}</Button>}
      >
        <PeopleCard people={people} mayWrite={mayWrite} />
        {invitations.length > 0 && (
          <InvitationsCard invitations={invitations} mayWrite={mayWrite} />
        )}
        <OperatorRoles roles={roles} />
        <Dialog title={team.inviteTitle} isOpen={isInviting} onClose={close}>
          <InviteForm onDone={close} />
        </Dialog>
      </Page>
    </TeamScopeContext>
  )
}

/** The roles of the operator are the same in every installation. */
const rolesIn = (language: Language): readonly OfferedRole[] =>
  Object.entries(operatorRoles).map(([role, permissions]) => ({
    role,
    permissions: allOperatorPermissions
      .filter((permission) => permissions.some((each) => each === permission))
      .map((permission) => ({
        permission,
        sentence: operatorPermissions[permission][language],
      })),
  }))
