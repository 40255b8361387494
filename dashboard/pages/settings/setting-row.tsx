import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** One of several things of a card: what it is, and what can be done with it. */
export function SettingRow({
  name,
  state,
  text,
  children,
}: {
  readonly name: string
  readonly state?: ReactNode
  readonly text: string
  readonly children?: ReactNode
}) {
  return (
    <Group
      component="li"
      justify="space-between"
      gap="sm"
      py="sm"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <div>
        <Group gap="xs">
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {state}
        </Group>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      <Group gap={4}>{children}</Group>
    </Group>
  )
}
