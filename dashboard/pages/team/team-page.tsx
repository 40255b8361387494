import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay, useMembership } from '../../api/login.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../text/text.ts'
import { InvitationsCard } from './invitations-card.tsx'
import { InviteForm } from './invite-form.tsx'
import { PeopleCard } from './people-card.tsx'
import { RolesCard } from './roles-card.tsx'
import { peopleQuery, rolesQuery } from './team-queries.ts'
import { TeamScopeContext } from './team-scope.ts'
import { teamTexts } from './team-texts.ts'

/** The people of the account, open invitations, and roles. */
export default function TeamPage() {
  const t = useTexts(teamTexts)
  const mayWrite = useMay().atAccount('people:write')
  const [isInviting, setInviting] = useState(false)
  const people = useQuery(peopleQuery)
  const { data: roles = [] } = useQuery(rolesQuery)
  const own = useMembership()?.permissions ?? []
  const invitations = people.data?.invitations ?? []
  return (
    <TeamScopeContext
      value={{ path: '/api/user/people', roles, own, firstRole: 'read-only', maySuspend: false }}
    >
      <Page
        title={t.title}
        lead={t.lead}
        actions={mayWrite && <Button onClick={() => setInviting(true)}>{t.invite}</Button>}
      >
        <PeopleCard people={people} mayWrite={mayWrite} />
        {invitations.length > 0 && (
          <InvitationsCard invitations={invitations} mayWrite={mayWrite} />
        )}
        <RolesCard mayWrite={mayWrite} />
        <Dialog title={t.inviteTitle} isOpen={isInviting} onClose={() => setInviting(false)}>
          <InviteForm onDone={() => setInviting(false)} />
        </Dialog>
      </Page>
    </TeamScopeContext>
  )
}
