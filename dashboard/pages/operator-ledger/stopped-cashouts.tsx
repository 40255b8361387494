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

/**
 * All cashouts are stopped: why, and the button that resumes them. After a restore it only
 * acknowledges breaches: the sweep resumes the cashouts.
 */
export function StoppedCashouts({ stop }: { readonly stop: Stop }) {
  const t = useTexts(ledgerTexts)
  const { instant } = useFormat()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const mayEnd = !stop.waitsForSweep || stop.breaches.length > 0
  return (
    <Alert
      color="red"
      variant="light"
      icon={<OctagonX aria-hidden />}
      title={t.stopped(instant(stop.since))}
    >
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{stop.waitsForSweep ? t.waitsForSweep : stop.reason}</Text>
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
        {mayEnd && may.atOperator('ledger:resume-cashouts') && (
          <Button color="red.9" onClick={() => setOpen(true)}>
            {stop.waitsForSweep ? t.acknowledge : t.resume}
          </Button>
        )}
      </Stack>
      <Dialog
        title={stop.waitsForSweep ? t.acknowledgeTitle : t.resumeTitle}
        isOpen={isOpen}
        onClose={close}
      >
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
    { done: stop.waitsForSweep ? t.acknowledged : t.resumed, onDone: onClose },
  )
  if (resume.waiting) return <WaitsForSecondPerson onClose={onClose} />
  return (
    <form onSubmit={form.onSubmit(({ note }) => resume.mutate(note))}>
      <Stack>
        <Text size="sm">{stop.waitsForSweep ? t.acknowledgeText : t.resumeText}</Text>
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
          confirm={stop.waitsForSweep ? t.acknowledge : t.resume}
          isDangerous
          isPending={resume.isPending}
          error={resume.error}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
