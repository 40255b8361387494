import { Box, Group, Text } from '@mantine/core'
import type { PeopleWire } from '../../../contract/people.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { When } from '../../parts/values.tsx'
import { useRoleName } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { useTeamScope } from './team-scope.ts'
import { teamTexts } from './team-texts.ts'

type Invitation = PeopleWire['invitations'][number]

/** Invitations that are not accepted yet. */
export function InvitationsCard({
  invitations,
  mayWrite,
}: {
  readonly invitations: readonly Invitation[]
  readonly mayWrite: boolean
}) {
  const t = useTexts(teamTexts)
  return (
    <Card title={t.invitations}>
      <Box component="ul" m={0} p={0}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} mayWrite={mayWrite} />
        ))}
      </Box>
    </Card>
  )
}

function InvitationRow({
  invitation: { id, email, role, expiresAt },
  mayWrite,
}: {
  readonly invitation: Invitation
  readonly mayWrite: boolean
}) {
  const t = useTexts(teamTexts)
  const nameOf = useRoleName()
  const { path } = useTeamScope()
  return (
    <Group
      component="li"
      justify="space-between"
      gap="sm"
      py="xs"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <div>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        <Text size="sm" c="dimmed">
          {nameOf(role)} · {t.expires} <When at={expiresAt} />
        </Text>
      </div>
      {mayWrite && (
        <ConfirmButton
          button={t.withdraw}
          label={t.withdrawOf(email)}
          variant="subtle"
          size="xs"
          title={t.withdrawOf(email)}
          confirm={t.withdraw}
          done={t.withdrawn}
          isDangerous
          run={() => call('DELETE', `${path}/invitations/${id}`)}
        >
          <Text size="sm">{t.withdrawText}</Text>
        </ConfirmButton>
      )}
    </Group>
  )
}
