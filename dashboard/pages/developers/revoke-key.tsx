import { Text } from '@mantine/core'
import type { KeyWire } from '../../../contract/account.ts'
import { call } from '../../api/client.ts'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { keyTexts } from './developers-texts.ts'

/** Ends a key at once. The dialog says when it was last used. */
export function RevokeKey({ apiKey }: { readonly apiKey: KeyWire }) {
  const t = useTexts(keyTexts)
  const { realDistance } = useFormat()
  const { id, name, lastUsedAt } = apiKey
  return (
    <ConfirmButton
      button={t.revoke}
      title={t.revokeTitle(name)}
      confirm={t.revoke}
      done={t.revokedDone}
      isDangerous
      run={() => call<KeyWire>('DELETE', `/api/user/keys/${id}`)}
    >
      <Text size="sm">
        {lastUsedAt ? t.usedRecently(realDistance(lastUsedAt)) : `${t.neverUsed}.`} {t.revokeText}
      </Text>
    </ConfirmButton>
  )
}
