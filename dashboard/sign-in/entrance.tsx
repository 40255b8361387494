import { ActionIcon, Box, Center, Group, Stack, Text, Title } from '@mantine/core'
import { Languages } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Logo } from '../app/logo.tsx'
import { shellTexts } from '../app/shell-texts.ts'
import { useLanguage, useTexts } from '../text/text.ts'

/** The frame of the pages before a login. */
export function Entrance({
  title,
  lead,
  children,
}: {
  readonly title: string
  /** Under the heading. */
  readonly lead?: ReactNode
  readonly children: ReactNode
}) {
  const t = useTexts(shellTexts)
  const { language, choose } = useLanguage()
  useEffect(() => {
    document.title = `${title} · Guichê`
  }, [title])
  return (
    <Center mih="100dvh" p="md">
      <Stack w="100%" maw={400} gap="md">
        <Group justify="space-between">
          <Logo />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.language}
            onClick={() => choose(language === 'pt' ? 'en' : 'pt')}
          >
            <Languages size={18} aria-hidden />
          </ActionIcon>
        </Group>
        <Box component="main" className="card" p="xl">
          <Title order={1} mb={lead ? 4 : 'md'}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" size="sm" mb="md" component="div">
              {lead}
            </Text>
          )}
          {children}
        </Box>
      </Stack>
    </Center>
  )
}
