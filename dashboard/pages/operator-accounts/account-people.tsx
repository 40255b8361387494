import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountWire } from '../../../contract/account.ts'
import type { PeopleWire } from '../../../contract/people.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useTexts } from '../../text/text.ts'
import { InvitationsCard } from '../team/invitations-card.tsx'
import { InviteForm } from '../team/invite-form.tsx'
import { PeopleCard } from '../team/people-card.tsx'
import { teamTexts } from '../team/team-texts.ts'
import { AccountTeam } from './account-team.tsx'

/** The people of an account. The operator invites; roles are the business of the account. */
export function AccountPeople({ account: { id } }: { readonly account: AccountWire }) {
  const t = useTexts(teamTexts)
  const mayInvite = useMay().atOperator('accounts:write')
  const [isInviting, setInviting] = useState(false)
  const people = useQuery({
    queryKey: ['account-people', id],
    queryFn: ({ signal }) =>
      call<PeopleWire>('GET', `/api/admin/accounts/${id}/people`, { signal }),
  })
  const { persons = [], invitations = [] } = people.data ?? {}
  return (
    <AccountTeam accountId={id} firstRole={persons.length === 0 ? 'owner' : 'read-only'}>
      <Stack gap="lg">
        {mayInvite && (
          <Group justify="flex-end">
            <Button onClick={() => setInviting(true)}>{t.invite}</Button>
          </Group>
        )}
        <PeopleCard people={people} mayWrite={false} />
        {invitations.length > 0 && (
          <InvitationsCard invitations={invitations} mayWrite={mayInvite} />
        )}
      </Stack>
      <Dialog title={t.inviteTitle} isOpen={isInviting} onClose={() => setInviting(false)}>
        <InviteForm onDone={() => setInviting(false)} />
      </Dialog>
    </AccountTeam>
  )
}
