import { SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Nothing } from './values.tsx'

/**
 * Names and values of one thing, beside each other where there is room. A value that is false is
 * left out with its name.
 */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 3 }} spacing="md" m={0}>
      {rows
        .filter(([, value]) => value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed" fw={500}>
              {name}
            </Text>
            <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value === null || value === undefined || value === '' ? <Nothing /> : value}
            </Text>
          </div>
        ))}
    </SimpleGrid>
  )
}
