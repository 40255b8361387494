import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link } from '@tanstack/react-router'
import { UserCheck } from 'lucide-react'
import { useState } from 'react'
import type { ApprovalWire } from '../../contract/approval.ts'
import { useTexts } from '../text/text.ts'
import { partTexts } from './part-texts.ts'
import { useChange } from './use-change.ts'

/**
 * A change that may need a second person. Then the gateway stores the request and returns it, and
 * nothing has changed yet.
 */
export function useGuardedChange<Input, Result extends object>(
  change: (input: Input) => Promise<Result | ApprovalWire>,
  { done, onDone }: { readonly done: string; readonly onDone?: (result: Result) => void },
) {
  const [waiting, setWaiting] = useState<ApprovalWire>()
  const mutation = useChange(change, {
    onDone(result) {
      if (isApproval(result)) return setWaiting(result)
      notifications.show({ message: done, color: 'guiche' })
      onDone?.(result)
    },
  })
  return { ...mutation, waiting }
}

const isApproval = (result: object): result is ApprovalWire => 'mayDecide' in result

/** What a person sees after a request that another person decides. */
export function WaitsForSecondPerson({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(partTexts)
  return (
    <Stack>
      <Alert color="orange" icon={<UserCheck aria-hidden />} title={t.waitsTitle} role="status">
        <Text size="sm">{t.waitsText}</Text>
      </Alert>
      <Group justify="space-between">
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/approvals" search={{ of: 'operator' }} {...props} />}
        >
          {t.toApprovals}
        </Anchor>
        <Button variant="default" onClick={onClose}>
          {t.close}
        </Button>
      </Group>
    </Stack>
  )
}
