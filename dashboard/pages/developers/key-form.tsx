import { Radio, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import type { KeyKind } from '../../../contract/account.ts'
import { type AccountPermission, keyPermissions } from '../../../contract/permission.ts'
import { ApiError } from '../../api/api-error.ts'
import { realNow } from '../../api/clock.ts'
import { useMay } from '../../api/login.ts'
import { DialogActions } from '../../parts/dialog.tsx'
import { addDays, todayAt } from '../../parts/periods.ts'
import { PermissionPicker } from '../../parts/permission-picker.tsx'
import { useTexts } from '../../text/text.ts'
import { keyTexts } from './developers-texts.ts'

export interface NewKeyBody {
  readonly kind: KeyKind
  readonly name: string
  readonly permissions?: readonly AccountPermission[]
  readonly addresses?: readonly string[]
  readonly expiresAt?: string
}

interface Values {
  readonly kind: KeyKind
  readonly name: string
  readonly access: 'everything' | 'chosen'
  readonly permissions: AccountPermission[]
  readonly networks: string
  readonly ends: string | null
}

/** What a new key is for, what it may do, from where, and how long. */
export function KeyForm({
  isPending,
  error,
  onCancel,
  onSubmit,
}: {
  readonly isPending: boolean
  readonly error: Error | null
  readonly onCancel: () => void
  readonly onSubmit: (body: NewKeyBody) => void
}) {
  const t = useTexts(keyTexts)
  const may = useMay()
  const own = keyPermissions.filter((each) => may.atAccount(each))
  const mayEverything = own.length === keyPermissions.length
  const form = useForm<Values>({
    initialValues: {
      ...{ kind: 'secret', name: '', permissions: [], networks: '', ends: null },
      access: mayEverything ? 'everything' : 'chosen',
    },
    validate: {
      permissions: (value, { kind, access }) =>
        kind === 'secret' && access === 'chosen' && value.length === 0 ? t.choose : null,
    },
  })
  const { setErrors } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is new with each render.
  useEffect(() => {
    if (error instanceof ApiError) setErrors(formErrors(error))
  }, [error])
  const { kind, access } = form.values
  return (
    <form onSubmit={form.onSubmit((values) => onSubmit(bodyOf(values)))}>
      <Stack>
        <div>
          <SegmentedControl
            aria-label={t.kind}
            fullWidth
            data={[
              { value: 'secret', label: t.secret },
              { value: 'public', label: t.public },
            ]}
            {...form.getInputProps('kind')}
          />
          <Text size="xs" c="dimmed" mt={6}>
            {kind === 'secret' ? t.secretHint : t.publicHint}
          </Text>
        </div>
        <TextInput
          label={t.name}
          description={t.nameHint}
          maxLength={100}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        {kind === 'secret' && (
          <>
            <Radio.Group
              label={t.access}
              {...(!mayEverything && { description: t.onlyOwn })}
              {...form.getInputProps('access')}
            >
              <Stack gap="xs" mt="xs">
                {mayEverything && <Radio value="everything" label={t.everything} />}
                <Radio value="chosen" label={t.chosen} />
              </Stack>
            </Radio.Group>
            {access === 'chosen' && (
              <PermissionPicker
                label={t.permissions}
                offered={own}
                value={form.values.permissions}
                onChange={(next) => form.setFieldValue('permissions', [...next])}
                error={form.errors.permissions}
              />
            )}
            <Textarea
              label={t.networks}
              description={t.networksHint}
              autosize
              minRows={1}
              maxRows={6}
              classNames={{ input: 'code' }}
              {...form.getInputProps('networks')}
            />
          </>
        )}
        <DateInput
          label={t.ends}
          description={t.endsHint}
          clearable
          minDate={addDays(todayAt(realNow()), 1)}
          valueFormat="DD/MM/YYYY"
          {...form.getInputProps('ends')}
        />
        <DialogActions confirm={t.create} isPending={isPending} error={error} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

function bodyOf({ kind, name, access, permissions, networks, ends }: Values): NewKeyBody {
  const addresses = networks.split(/[\s,]+/).filter(Boolean)
  const isSecret = kind === 'secret'
  return {
    kind,
    name: name.trim(),
    ...(isSecret && access === 'chosen' && { permissions }),
    ...(isSecret && addresses.length > 0 && { addresses }),
    ...(ends && { expiresAt: new Date(`${ends}T23:59:59.999-03:00`).toISOString() }),
  }
}

/** The fields of the form, which names two of them differently from the API. */
function formErrors({ byField }: ApiError): Record<string, string> {
  const names: Readonly<Record<string, string>> = { addresses: 'networks', expiresAt: 'ends' }
  return Object.fromEntries(
    Object.entries(byField).map(([field, message]) => {
      const [name = field] = field.split('.')
      return [names[name] ?? name, message]
    }),
  )
}
