import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ProviderKindWire, ProviderWire } from '../../../contract/provider.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { DialogActions } from '../../parts/dialog.tsx'
import { useGuardedChange, WaitsForSecondPerson } from '../../parts/second-person.tsx'
import { useTexts } from '../../text/text.ts'
import { providerTexts } from './providers-texts.ts'
import { SettingsFields } from './settings-fields.tsx'
import { blankOf, filledIn, type Schema, type Settings } from './settings-schema.ts'

/** Changes the name of a provider, or its credentials as a whole. */
export function ProviderForm({
  provider,
  kind,
  close,
}: {
  readonly provider: ProviderWire
  /** With it, the credentials change. */
  readonly kind: ProviderKindWire | undefined
  readonly close: () => void
}) {
  const t = useTexts(providerTexts)
  const schema = kind?.settings as Schema | undefined
  const [name, setName] = useState(provider.name)
  const [settings, setSettings] = useState(() => (schema ? blankOf(schema) : {}) as Settings)
  const change = useGuardedChange<void, ProviderWire>(
    () =>
      call('PATCH', `/api/admin/providers/${provider.id}`, {
        body: schema ? { settings: filledIn(settings) } : { name: name.trim() },
      }),
    { done: t.changed, onDone: close },
  )
  if (change.waiting) return <WaitsForSecondPerson onClose={close} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate()
      }}
    >
      <Stack>
        {schema ? (
          <>
            <Text size="sm">{t.changeText}</Text>
            <SettingsFields
              schema={schema}
              value={settings}
              onChange={setSettings}
              errors={fieldErrors(change.error)}
              path="settings"
            />
          </>
        ) : (
          <TextInput
            label={t.name}
            required
            maxLength={120}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <DialogActions
          confirm={t.save}
          isPending={change.isPending}
          error={change.error}
          onCancel={close}
        />
      </Stack>
    </form>
  )
}
