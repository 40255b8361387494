import { Box, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Names at the left and values at the right, one under the other. Absent values are left out. */
export function Rows({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: ReactNode, emphasis?: 'total'])[]
}) {
  return (
    <Box component="dl" m={0}>
      {rows
        .filter(([, value]) => ![null, undefined, '', false].some((absent) => absent === value))
        .map(([name, value, emphasis]) => (
          <Group
            key={name}
            justify="space-between"
            align="baseline"
            wrap="nowrap"
            gap="md"
            py={5}
            {...(emphasis && {
              mt: 4,
              style: { borderTop: '1px solid var(--line)' },
            })}
          >
            <Text component="dt" size="sm" {...(emphasis ? { fw: 600 } : { c: 'dimmed' })}>
              {name}
            </Text>
            <Text
              component="dd"
              size="sm"
              m={0}
              ta="right"
              {...(emphasis && { fw: 600 })}
              style={{ overflowWrap: 'anywhere' }}
            >
              {value}
            </Text>
          </Group>
        ))}
    </Box>
  )
}
