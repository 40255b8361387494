import { Alert, Button, List, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { OctagonX } from 'lucide-react'
import { useState } from 'react'
import type { ResumedWire, TrialBalanceWire } from '../../../contract/ledger.ts'
import { call } from '../../api/client.ts'
import { useLogin, useMay } from '../../api/login.ts'
import { AccountName } from '../../parts/account-name.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { useGuardedChange, WaitsForSecondPerson } from '../../parts/second-person.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { ledgerTexts } from './ledger-texts.ts'

type Stop = NonNullable<TrialBalanceWire['cashoutsStopped']>

/** All cashouts are stopped: why, and the button that resumes them. */
export function StoppedCashouts({ stop }: { readonly stop: Stop }) {
  const t = useTexts(ledgerTexts)
  const { instant } = useFormat()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Alert
      color="red"
      variant="light"
      icon={<OctagonX aria-hidden />}
      title={t.stopped(instant(stop.since))}
    >
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{stop.reason}</Text>
        {stop.breaches.length > 0 && (
          <List size="sm">
            {stop.breaches.map(({ rule, accountId, subject }) => (
              <List.Item key={`${rule} ${accountId} ${subject}`}>
                {rule} · {subject}
                {accountId !== '' && (
                  <>
                    {' · '}
                    <AccountName id={accountId} />
                  </>
                )}
              </List.Item>
            ))}
          </List>
        )}
        {may.atOperator('ledger:resume-cashouts') && (
          <Button color="red.9" onClick={() => setOpen(true)}>
            {t.resume}
          </Button>
        )}
      </Stack>
      <Dialog title={t.resumeTitle} isOpen={isOpen} onClose={close}>
        <ResumeForm stop={stop} onClose={close} />
      </Dialog>
    </Alert>
  )
}

function ResumeForm({ stop, onClose }: { readonly stop: Stop; readonly onClose: () => void }) {
  const t = useTexts(ledgerTexts)
  const { person } = useLogin()
  const form = useForm({
    initialValues: { note: '' },
    validate: { note: (note) => (note.trim() === '' ? t.reasonNeeded : null) },
  })
  const resume = useGuardedChange<string, ResumedWire>(
    (note) =>
      call('POST', '/api/admin/ledger/resume-cashouts', {
        body: { note: note.trim(), resumedBy: person.name, seen: stop.digest },
      }),
    { done: t.resumed, onDone: onClose },
  )
  if (resume.waiting) return <WaitsForSecondPerson onClose={onClose} />
  return (
    <form onSubmit={form.onSubmit(({ note }) => resume.mutate(note))}>
      <Stack>
        <Text size="sm">{t.resumeText}</Text>
        <Textarea
          label={t.found}
          description={t.inAuditLog}
          autosize
          minRows={3}
          maxLength={1_000}
          data-autofocus
          {...form.getInputProps('note')}
        />
        <DialogActions
          confirm={t.resume}
          isDangerous
          isPending={resume.isPending}
          error={resume.error}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
