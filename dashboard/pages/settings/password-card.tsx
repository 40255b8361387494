import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { securityTexts } from './security-texts.ts'

export function PasswordCard() {
  const t = useTexts(securityTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title={t.password}
      lead={t.passwordText}
      aside={
        <Button variant="default" onClick={() => setOpen(true)}>
          {t.changePassword}
        </Button>
      }
    >
      <Dialog title={t.changePassword} isOpen={isOpen} onClose={() => setOpen(false)}>
        <PasswordForm onDone={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

function PasswordForm({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts(securityTexts)
  const form = useForm({ initialValues: { current: '', password: '' } })
  const change = useChange(
    (body: typeof form.values) => call('POST', '/api/auth/password', { body }),
    { done: t.passwordChanged, onDone },
  )
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        change.mutate(values, {
          onError(error) {
            if (error instanceof ApiError) form.setErrors(error.byField)
          },
        }),
      )}
    >
      <Stack>
        <PasswordInput
          label={t.current}
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps('current')}
        />
        <PasswordInput
          label={t.next}
          description={t.passwordHint}
          autoComplete="new-password"
          required
          {...form.getInputProps('password')}
        />
        <DialogActions
          confirm={t.changePassword}
          isPending={change.isPending}
          error={change.error}
          onCancel={onDone}
        />
      </Stack>
    </form>
  )
}
