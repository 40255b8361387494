import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { ApiError, ConnectionError, SandboxAway } from '../api/api-error.ts'
import { PasskeyError, type PasskeyProblem } from '../api/passkey.ts'
import { useTexts } from '../text/text.ts'
import { partTexts } from './part-texts.ts'

/** Why something did not work, what to do about it, and the request's id. */
export function Failure({
  error,
  retry,
}: {
  readonly error: unknown
  readonly retry?: (() => void) | undefined
}) {
  const t = useTexts(partTexts)
  const api = error instanceof ApiError ? error : undefined
  const text = api?.message ?? t[problemOf(error)]
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={t.failedTitle}
      icon={<CircleAlert aria-hidden />}
    >
      <Text size="sm">{text}</Text>
      <Group gap="md" mt="xs">
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {t.retry}
          </Button>
        )}
        {api?.docs && (
          <Anchor href={api.docs} target="_blank" size="sm">
            {t.whatToDo}
          </Anchor>
        )}
        {api?.requestId && (
          <Text size="xs" c="dimmed" className="code">
            {t.request(api.requestId)}
          </Text>
        )}
      </Group>
    </Alert>
  )
}

function problemOf(error: unknown) {
  if (error instanceof PasskeyError) return passkeyTexts[error.problem]
  if (error instanceof SandboxAway) return 'noSandbox'
  return error instanceof ConnectionError ? 'noConnection' : 'bug'
}

const passkeyTexts = {
  canceled: 'passkeyCanceled',
  known: 'passkeyKnown',
  unavailable: 'passkeyUnavailable',
} as const satisfies Record<PasskeyProblem, keyof typeof partTexts>
