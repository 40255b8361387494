import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { UserCheck } from 'lucide-react'
import type { IssuedKeyWire } from '../../../contract/account.ts'
import type { ApprovalWire } from '../../../contract/approval.ts'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { useTexts } from '../../text/text.ts'
import { keyTexts } from './developers-texts.ts'

/** The new key, or the request that waits for a second person. */
export type KeyAnswer = IssuedKeyWire | ApprovalWire

export function MadeKey({
  answer,
  onClose,
}: {
  readonly answer: KeyAnswer
  readonly onClose: () => void
}) {
  const t = useTexts(keyTexts)
  if ('key' in answer)
    return <SecretOnce text={t.secretText} secret={answer.key} onKept={onClose} />
  return (
    <Stack>
      <Text fw={600}>{t.waitsTitle}</Text>
      <Text size="sm">{t.waitsText}</Text>
      <Button
        leftSection={<UserCheck size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/approvals" {...props} />}
      >
        {t.toApprovals}
      </Button>
    </Stack>
  )
}
