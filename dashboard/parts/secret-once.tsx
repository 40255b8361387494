import { Button, Stack, Text } from '@mantine/core'
import { useTexts } from '../text/text.ts'
import { Code } from './code.tsx'
import { partTexts } from './part-texts.ts'

/** A secret that the gateway shows only in this response. */
export function SecretOnce({
  text,
  secret,
  onKept,
}: {
  /** What the secret is for. */
  readonly text: string
  readonly secret: string
  readonly onKept: () => void
}) {
  const t = useTexts(partTexts)
  return (
    <Stack>
      <Text size="sm">{text}</Text>
      <Code>{secret}</Code>
      <Button onClick={onKept}>{t.secretKept}</Button>
    </Stack>
  )
}
