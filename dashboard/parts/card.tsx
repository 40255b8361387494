import { Box, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of a page with a border of its own. */
export function Card({
  title,
  aside,
  lead,
  flush = false,
  children,
}: {
  readonly title?: string
  /** Beside the title, at the right. */
  readonly aside?: ReactNode
  readonly lead?: ReactNode
  /** Without padding around the content: for a table. */
  readonly flush?: boolean
  readonly children?: ReactNode
}) {
  return (
    <Box component="section" className="card" p={flush ? 0 : 'md'} style={{ overflow: 'hidden' }}>
      {title && (
        <Group justify="space-between" px={flush ? 'md' : 0} pt={flush ? 'md' : 0} pb="xs">
          <div>
            <Title order={2} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {lead && (
              <Text size="sm" c="dimmed">
                {lead}
              </Text>
            )}
          </div>
          {aside}
        </Group>
      )}
      {children}
    </Box>
  )
}
