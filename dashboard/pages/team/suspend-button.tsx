import { Text } from '@mantine/core'
import type { PeopleWire } from '../../../contract/people.ts'
import { call } from '../../api/client.ts'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { useTexts } from '../../text/text.ts'
import { teamTexts } from './team-texts.ts'

/** Suspends a person of any account, or lets a suspended one sign in again. */
export function SuspendButton({
  person: { id, name, status },
}: {
  readonly person: PeopleWire['persons'][number]
}) {
  const t = useTexts(teamTexts)
  const path = `/api/admin/people/${id}/suspension`
  return status === 'active' ? (
    <ConfirmButton
      button={t.suspend}
      label={t.suspendOf(name)}
      variant="subtle"
      size="xs"
      title={t.suspendOf(name)}
      confirm={t.suspend}
      done={t.wasSuspended}
      isDangerous
      run={() => call('POST', path, { body: {} })}
    >
      <Text size="sm">{t.suspendText(name)}</Text>
    </ConfirmButton>
  ) : (
    <ConfirmButton
      button={t.reactivate}
      label={t.reactivateOf(name)}
      variant="subtle"
      size="xs"
      title={t.reactivateOf(name)}
      confirm={t.reactivate}
      done={t.wasReactivated}
      run={() => call('DELETE', path)}
    >
      <Text size="sm">{t.reactivateText(name)}</Text>
    </ConfirmButton>
  )
}
