import { Button, Stack, Text } from '@mantine/core'
import { useTexts } from '../text/text.ts'
import { Code } from './code.tsx'
import { useHoldOpen } from './hold-open.ts'
import { partTexts } from './part-texts.ts'

/** A secret that the gateway shows only in this response. A dialog with it stays open. */
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
  useHoldOpen()
  return (
    <Stack>
      <Text size="sm">{text}</Text>
      <Code>{secret}</Code>
      <Button onClick={onKept}>{t.secretKept}</Button>
    </Stack>
  )
}
