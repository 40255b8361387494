import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { rememberPage } from './recent-pages.ts'

/** The frame of a page: its heading, what can be done, and the way back to its list. */
export function Page({
  title,
  back,
  lead,
  actions,
  children,
}: {
  readonly title: string
  readonly back?: Pick<LinkProps, 'params'> & {
    readonly to: NonNullable<LinkProps['to']>
    readonly text: string
  }
  /** One sentence under the heading. */
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Guichê`
    rememberPage(title, back?.text)
  }, [title, back?.text])
  return (
    <Stack gap="lg" maw={1200} mx="auto">
      <div>
        {back && (
          <Anchor
            size="sm"
            c="dimmed"
            renderRoot={(props) => (
              <Link to={back.to} {...(back.params && { params: back.params })} {...props} />
            )}
          >
            <Group gap={2} component="span" display="inline-flex">
              <ChevronLeft size={14} aria-hidden />
              {back.text}
            </Group>
          </Anchor>
        )}
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            {/* The title may be an address, which has no spaces. */}
            <Title order={1} style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {lead && (
              <Text c="dimmed" mt={4} component="div">
                {lead}
              </Text>
            )}
          </div>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      </div>
      {children}
    </Stack>
  )
}
