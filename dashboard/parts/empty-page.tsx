import { Center, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Code } from './code.tsx'

/** What a page says while it has nothing to show: the next step, with an example that works. */
export function EmptyPage({
  title,
  text,
  example,
  isWhole = false,
  children,
}: {
  readonly title: string
  readonly text: string
  /** A command to copy. */
  readonly example?: string
  /** There is nothing else on the page: the title is its heading. */
  readonly isWhole?: boolean
  readonly children?: ReactNode
}) {
  return (
    <Center py={48} px="md">
      <Stack gap="sm" align="center" maw={620} w="100%">
        <Title order={isWhole ? 1 : 2} ta="center">
          {title}
        </Title>
        <Text c="dimmed" ta="center">
          {text}
        </Text>
        {children}
        {example && <Code>{example}</Code>}
      </Stack>
    </Center>
  )
}
