import { Anchor, Button, List, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CaseDetail } from '../../../contract/reconciliation.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useLogin, useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { reconciliationTexts } from './reconciliation-texts.ts'

/** The ways in which an open case ends, with the effect of each. */
export function CloseCase({ of }: { readonly of: CaseDetail }) {
  const t = useTexts(reconciliationTexts)
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Card title={t.waysTitle}>
      <Stack align="flex-start">
        <List size="sm" spacing="xs">
          {of.closesItself && <List.Item>{t.wayAgreed}</List.Item>}
          <List.Item>{t.wayPerson}</List.Item>
          {may.atOperator('ledger:correct') && (
            <List.Item>
              {t.wayCorrect}{' '}
              <Anchor
                size="sm"
                underline="always"
                renderRoot={(props) => (
                  <Link
                    to="/operator/ledger/corrections"
                    search={of.accountId === null ? {} : { accountId: of.accountId }}
                    {...props}
                  />
                )}
              >
                {t.toCorrections}
              </Anchor>
            </List.Item>
          )}
        </List>
        {may.atOperator('reconciliation:resolve') ? (
          <Button onClick={() => setOpen(true)}>{t.close}</Button>
        ) : (
          <Text size="sm" c="dimmed">
            {t.mayNotClose}
          </Text>
        )}
      </Stack>
      <Dialog title={t.closeTitle} isOpen={isOpen} onClose={close}>
        <CloseForm id={of.id} onDone={close} />
      </Dialog>
    </Card>
  )
}

function CloseForm({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const t = useTexts(reconciliationTexts)
  const { person } = useLogin()
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (note) => (note.trim() === '' ? t.reasonNeeded : null) },
  })
  const resolve = useChange(
    (note: string) =>
      call('POST', `/api/admin/reconciliation/cases/${id}/resolve`, {
        body: { note: note.trim(), resolvedBy: person.name },
      }),
    { done: t.closed, onDone },
  )
  return (
    <form
      onSubmit={form.onSubmit(({ note }) =>
        resolve.mutate(note, {
          onError: (error) => error instanceof ApiError && form.setErrors(error.byField),
        }),
      )}
    >
      <Stack>
        <Text size="sm">{t.closeText}</Text>
        <Textarea
          label={t.reason}
          description={t.reasonHint}
          autosize
          minRows={3}
          maxLength={1_000}
          data-autofocus
          {...form.getInputProps('note')}
        />
        <DialogActions
          confirm={t.close}
          isPending={resolve.isPending}
          error={resolve.error}
          onCancel={onDone}
        />
      </Stack>
    </form>
  )
}
