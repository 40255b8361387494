import { Anchor, Group, List, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { Card } from './card.tsx'

/** Something that waits for a person. */
export interface AttentionItem {
  readonly key: string
  readonly text: string
  /** The page where it is done. */
  readonly link: LinkProps
}

/** What waits for a person, the most urgent first. */
export function AttentionList({
  title,
  calm,
  items,
}: {
  readonly title: string
  /** What stands there when nothing waits. */
  readonly calm: string
  readonly items: readonly AttentionItem[]
}) {
  return (
    <Card title={title}>
      {items.length === 0 ? (
        <Group gap="xs" c="dimmed">
          <CircleCheck size={18} aria-hidden />
          <Text size="sm">{calm}</Text>
        </Group>
      ) : (
        <List spacing="xs" size="sm">
          {items.map(({ key, text, link }) => (
            <List.Item key={key}>
              <Anchor size="sm" renderRoot={(props) => <Link {...link} {...props} />}>
                {text}
              </Anchor>
            </List.Item>
          ))}
        </List>
      )}
    </Card>
  )
}
