import { Accordion, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RoleWire } from '../../../contract/people.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton, Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { State } from '../../parts/values.tsx'
import { useRoleName } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { RoleForm } from './role-form.tsx'
import { rolesQuery } from './team-queries.ts'
import { useMayGive } from './team-scope.ts'
import { teamTexts } from './team-texts.ts'

/** What each role may do, and the roles of the account's own. */
export function RolesCard({ mayWrite }: { readonly mayWrite: boolean }) {
  const t = useTexts(teamTexts)
  const { data: roles, error, refetch } = useQuery(rolesQuery)
  const [isMaking, setMaking] = useState(false)
  return (
    <Card
      title={t.roles}
      lead={t.rolesLead}
      aside={
        mayWrite && (
          <Button variant="default" onClick={() => setMaking(true)}>
            {t.newRole}
          </Button>
        )
      }
    >
      {error && !roles && <Failure error={error} retry={refetch} />}
      {!roles && !error && <RowsSkeleton rows={5} />}
      {roles && (
        <Accordion variant="default" order={3}>
          {roles.map((role) => (
            <RoleItem key={role.role} role={role} mayWrite={mayWrite} />
          ))}
        </Accordion>
      )}
      <Dialog title={t.newRole} isOpen={isMaking} onClose={() => setMaking(false)}>
        <RoleForm onDone={() => setMaking(false)} />
      </Dialog>
    </Card>
  )
}

function RoleItem({ role, mayWrite }: { readonly role: RoleWire; readonly mayWrite: boolean }) {
  const t = useTexts(teamTexts)
  const mayGive = useMayGive()
  const nameOf = useRoleName()
  return (
    <Accordion.Item value={role.role}>
      <Accordion.Control>
        <Group gap="xs">
          <Text fw={600}>{nameOf(role.role)}</Text>
          {role.id !== null && <State tone="neutral">{t.own}</State>}
          <Text size="sm" c="dimmed">
            {t.personsCount(role.persons)} · {t.permissionsCount(role.permissions.length)}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="sm">
          <div>
            {role.permissions.map(({ permission, sentence }) => (
              <Text key={permission} size="sm">
                {sentence}
              </Text>
            ))}
          </div>
          {mayWrite && role.id !== null && mayGive(role) && (
            <OwnRoleActions id={role.id} role={role} />
          )}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  )
}

function OwnRoleActions({ id, role }: { readonly id: string; readonly role: RoleWire }) {
  const t = useTexts(teamTexts)
  const [isChanging, setChanging] = useState(false)
  return (
    <Group gap="sm">
      <Button
        size="xs"
        variant="default"
        aria-label={t.editRoleOf(role.name)}
        onClick={() => setChanging(true)}
      >
        {t.editRole}
      </Button>
      <ConfirmButton
        button={t.remove}
        label={t.removeOf(role.name)}
        size="xs"
        title={t.removeOf(role.name)}
        confirm={t.remove}
        done={t.roleRemoved}
        isDangerous
        run={() => call('DELETE', `/api/user/roles/${id}`)}
      >
        <Text size="sm">{t.removeRoleText}</Text>
      </ConfirmButton>
      <Dialog title={t.editRole} isOpen={isChanging} onClose={() => setChanging(false)}>
        <RoleForm
          role={{ id, name: role.name, permissions: role.permissions.map((p) => p.permission) }}
          onDone={() => setChanging(false)}
        />
      </Dialog>
    </Group>
  )
}
