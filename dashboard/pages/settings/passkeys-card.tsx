import { Box, Button, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PasskeyWire } from '../../../contract/people.ts'
import { call } from '../../api/client.ts'
import { canUsePasskeys } from '../../api/passkey.ts'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton, Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { useChange } from '../../parts/use-change.ts'
import { AddPasskey } from '../../second-factor/add-passkey.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { securityTexts } from './security-texts.ts'
import { SettingRow } from './setting-row.tsx'

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call<readonly PasskeyWire[]>('GET', '/api/auth/passkeys', { signal }),
})

export function PasskeysCard() {
  const t = useTexts(securityTexts)
  const part = useTexts(partTexts)
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const { data: passkeys = [], error, refetch } = useQuery(passkeysQuery)
  return (
    <Card
      title={t.passkeys}
      lead={canUsePasskeys() ? t.passkeysText : part.passkeyUnavailable}
      aside={
        canUsePasskeys() && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t.addPasskey}
          </Button>
        )
      }
    >
      {error && <Failure error={error} retry={refetch} />}
      {passkeys.length === 0 && !error && (
        <Text size="sm" c="dimmed">
          {t.noPasskeys}
        </Text>
      )}
      {passkeys.length > 0 && (
        <Box component="ul" m={0} p={0}>
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} />
          ))}
        </Box>
      )}
      <Dialog title={t.addPasskey} isOpen={isAdding} onClose={() => setAdding(false)}>
        <AddPasskey
          onAdded={() => {
            setAdding(false)
            notifications.show({ message: t.passkeyAdded, color: 'guiche' })
            void client.invalidateQueries()
          }}
        />
      </Dialog>
    </Card>
  )
}

function Passkey({
  passkey: { id, name, createdAt, lastUsedAt },
}: {
  readonly passkey: PasskeyWire
}) {
  const t = useTexts(securityTexts)
  const { day, realDistance } = useFormat()
  const [isRenaming, setRenaming] = useState(false)
  const used = lastUsedAt === null ? null : realDistance(lastUsedAt)
  return (
    <SettingRow name={name} text={t.passkeyUse(day(createdAt), used)}>
      <Button
        size="xs"
        variant="subtle"
        aria-label={t.renameOf(name)}
        onClick={() => setRenaming(true)}
      >
        {t.rename}
      </Button>
      <ConfirmButton
        button={t.remove}
        label={t.removeOf(name)}
        variant="subtle"
        size="xs"
        title={t.removeOf(name)}
        confirm={t.remove}
        done={t.passkeyRemoved}
        isDangerous
        run={() => call('DELETE', `/api/auth/passkeys/${id}`)}
      >
        <Text size="sm">{t.removePasskeyText}</Text>
      </ConfirmButton>
      <Dialog title={t.rename} isOpen={isRenaming} onClose={() => setRenaming(false)}>
        <RenameForm id={id} name={name} onDone={() => setRenaming(false)} />
      </Dialog>
    </SettingRow>
  )
}

function RenameForm({
  id,
  name: before,
  onDone,
}: {
  readonly id: string
  readonly name: string
  readonly onDone: () => void
}) {
  const t = useTexts(securityTexts)
  const [name, setName] = useState(before)
  const rename = useChange(() => call('PATCH', `/api/auth/passkeys/${id}`, { body: { name } }), {
    done: t.renamed,
    onDone,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate(undefined)
      }}
    >
      <Stack>
        <TextInput
          label={t.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          required
          data-autofocus
        />
        <DialogActions
          confirm={t.rename}
          isPending={rename.isPending}
          error={rename.error}
          onCancel={onDone}
        />
      </Stack>
    </form>
  )
}
