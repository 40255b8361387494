import { Box, Select, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useRoleName } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { useMayGive, useTeamScope } from './team-scope.ts'
import { teamTexts } from './team-texts.ts'

/** A choice of a role, and what it lets a person do. */
export function RoleSelect({
  value,
  onChange,
  error,
}: {
  readonly value: string
  readonly onChange: (role: string) => void
  readonly error?: ReactNode
}) {
  const t = useTexts(teamTexts)
  const mayGive = useMayGive()
  const nameOf = useRoleName()
  const { roles } = useTeamScope()
  const chosen = roles.find(({ role }) => role === value)
  return (
    <Stack gap="xs">
      <Select
        label={t.role}
        data={roles.map((role) => ({
          value: role.role,
          label: mayGive(role) ? nameOf(role.role) : t.beyondYou(nameOf(role.role)),
          disabled: !mayGive(role),
        }))}
        value={value}
        onChange={(role) => role !== null && onChange(role)}
        allowDeselect={false}
        error={error}
        required
      />
      {chosen && (
        <Box
          role="region"
          aria-label={t.mayDo}
          tabIndex={0}
          className="card"
          p="sm"
          mah={180}
          style={{ overflowY: 'auto' }}
        >
          <Text size="xs" c="dimmed" fw={600} mb={4}>
            {t.mayDo}
          </Text>
          {chosen.permissions.map(({ permission, sentence }) => (
            <Text key={permission} size="sm">
              {sentence}
            </Text>
          ))}
        </Box>
      )}
    </Stack>
  )
}
