import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { DialogActions } from '../../parts/dialog.tsx'
import { useGuardedChange, WaitsForSecondPerson } from '../../parts/second-person.tsx'
import { useTexts } from '../../text/text.ts'
import { RoleSelect } from './role-select.tsx'
import { useTeamScope } from './team-scope.ts'
import { teamTexts } from './team-texts.ts'

export function ChangeRoleForm({
  personId,
  role: before,
  onDone,
}: {
  readonly personId: string
  readonly role: string
  readonly onDone: () => void
}) {
  const t = useTexts(teamTexts)
  const { path } = useTeamScope()
  const [role, setRole] = useState(before)
  const change = useGuardedChange<void, object>(
    async () =>
      (await call<object | null>('PATCH', `${path}/${personId}`, { body: { role } })) ?? {},
    { done: t.roleChanged, onDone },
  )
  if (change.waiting) return <WaitsForSecondPerson onClose={onDone} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(undefined)
      }}
    >
      <Stack>
        <RoleSelect value={role} onChange={setRole} />
        <Text size="sm" c="dimmed">
          {t.changeRoleText}
        </Text>
        <DialogActions
          confirm={t.changeRole}
          isPending={change.isPending}
          isDisabled={role === before}
          error={change.error}
          onCancel={onDone}
        />
      </Stack>
    </form>
  )
}
