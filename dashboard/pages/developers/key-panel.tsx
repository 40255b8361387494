import { Anchor, Divider, Drawer, Group, List, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { KeyWire } from '../../../contract/account.ts'
import { accountPermissions } from '../../../contract/permission.ts'
import { useMay } from '../../api/login.ts'
import { IdText } from '../../parts/code.tsx'
import { HoldOpen, useHolds } from '../../parts/hold-open.ts'
import { Rows } from '../../parts/rows.tsx'
import { When } from '../../parts/values.tsx'
import { useLanguage, useTexts } from '../../text/text.ts'
import { keyTexts } from './developers-texts.ts'
import { isKeyValid, KeyState } from './key-state.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { RotateKey } from './rotate-key.tsx'

/** One key: what it opens, and the ways to end it. */
export function KeyPanel({
  apiKey,
  onClose,
}: {
  /** Left out: closed. */
  readonly apiKey: KeyWire | undefined
  readonly onClose: () => void
}) {
  const { isHeld, hold } = useHolds()
  return (
    <Drawer
      opened={apiKey !== undefined}
      onClose={onClose}
      closeOnClickOutside={!isHeld}
      closeOnEscape={!isHeld}
      position="right"
      title={apiKey?.name ?? ''}
    >
      <HoldOpen value={hold}>
        {apiKey && <KeyDetails key={apiKey.id} apiKey={apiKey} isChanging={isHeld} />}
      </HoldOpen>
    </Drawer>
  )
}

function KeyDetails({
  apiKey,
  isChanging,
}: {
  readonly apiKey: KeyWire
  /** A dialog below has not ended, also if the key has: it shows the new key. */
  readonly isChanging: boolean
}) {
  const t = useTexts(keyTexts)
  const may = useMay()
  const { id, kind, hint, addresses, expiresAt, lastUsedAt, createdAt, revokedAt } = apiKey
  return (
    <Stack>
      <Group gap="xs">
        <KeyState apiKey={apiKey} />
        <Text span className="code">
          {hint}
        </Text>
      </Group>
      {may.atAccount('keys:write') && (isKeyValid(apiKey) || isChanging) && (
        <Group gap="xs">
          <RotateKey apiKey={apiKey} />
          <RevokeKey apiKey={apiKey} />
        </Group>
      )}
      <Rows
        rows={[
          [t.kind, t[kind]],
          [t.lastUse, lastUsedAt ? <When key="use" at={lastUsedAt} /> : t.neverUsed],
          [t.networks, addresses?.join(', ') ?? t.anywhere],
          [t.ends, expiresAt ? <When key="end" at={expiresAt} /> : t.noEnd],
          [t.created, <When key="made" at={createdAt} />],
          [t.revokedAt, revokedAt && <When key="revoked" at={revokedAt} />],
        ]}
      />
      {may.atAccount('requests:read') && (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link to="/developers/requests" search={{ keyId: id }} {...props} />
          )}
        >
          {t.requests}
        </Anchor>
      )}
      <Divider />
      <Permissions apiKey={apiKey} />
      <Text size="xs" c="dimmed" component="div">
        <IdText>{id}</IdText>
      </Text>
    </Stack>
  )
}

function Permissions({ apiKey: { kind, permissions } }: { readonly apiKey: KeyWire }) {
  const t = useTexts(keyTexts)
  const { language } = useLanguage()
  return (
    <div>
      <Text fw={600} size="sm" mb={4}>
        {t.permissions}
      </Text>
      {kind === 'public' || permissions === null ? (
        <Text size="sm">{kind === 'public' ? t.publicHint : t.everything}</Text>
      ) : (
        <List size="sm" spacing={4}>
          {permissions.map((each) => (
            <List.Item key={each}>{accountPermissions[each][language]}</List.Item>
          ))}
        </List>
      )}
    </div>
  )
}
