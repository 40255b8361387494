import { Accordion, Group, Text } from '@mantine/core'
import { Card } from '../../parts/card.tsx'
import { useRoleName } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import type { OfferedRole } from '../team/team-scope.ts'
import { teamTexts } from '../team/team-texts.ts'
import { operatorPeopleTexts } from './operator-people-texts.ts'

/** What each role of the operator may do. */
export function OperatorRoles({ roles }: { readonly roles: readonly OfferedRole[] }) {
  const t = useTexts(operatorPeopleTexts)
  const team = useTexts(teamTexts)
  const nameOf = useRoleName()
  return (
    <Card title={team.roles} lead={t.rolesLead}>
      <Accordion variant="default" order={3}>
        {roles.map(({ role, permissions }) => (
          <Accordion.Item key={role} value={role}>
            <Accordion.Control>
              <Group gap="xs">
                <Text fw={600}>{nameOf(role)}</Text>
                <Text size="sm" c="dimmed">
                  {team.permissionsCount(permissions.length)}
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              {permissions.map(({ permission, sentence }) => (
                <Text key={permission} size="sm">
                  {sentence}
                </Text>
              ))}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Card>
  )
}
