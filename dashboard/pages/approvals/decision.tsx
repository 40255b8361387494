import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { AccountApprovalWire, ApprovalWire } from '../../../contract/approval.ts'
import { call } from '../../api/client.ts'
import { useLogin } from '../../api/login.ts'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import type { Paths } from './approval-card.tsx'
import { approvalTexts } from './approvals-texts.ts'

type Verdict = 'approve' | 'reject'

/** Approve and reject, for a person who may; withdraw, for the person who asked. */
export function Decision({
  approval: { mayDecide, requestedBy, summary },
  paths,
}: {
  readonly approval: ApprovalWire | AccountApprovalWire
  readonly paths: Paths
}) {
  const t = useTexts(approvalTexts)
  const { person } = useLogin()
  const [verdict, setVerdict] = useState<Verdict>()
  const withdraw = useChange(() => call('POST', paths.withdraw, { body: {} }), {
    done: t.withdrawn,
  })
  const isOwn = requestedBy.id === person.id
  if (!mayDecide && !isOwn) return null
  return (
    <>
      <Group mt="md">
        {mayDecide && <Button onClick={() => setVerdict('approve')}>{t.approve}</Button>}
        {mayDecide && (
          <Button variant="default" onClick={() => setVerdict('reject')}>
            {t.reject}
          </Button>
        )}
        {isOwn && (
          <Button variant="default" onClick={() => withdraw.mutate()} loading={withdraw.isPending}>
            {t.withdraw}
          </Button>
        )}
      </Group>
      {withdraw.error && <Failure error={withdraw.error} />}
      {verdict && (
        <VerdictDialog
          verdict={verdict}
          path={paths[verdict]}
          summary={summary}
          close={() => setVerdict(undefined)}
        />
      )}
    </>
  )
}

function VerdictDialog({
  verdict,
  path,
  summary,
  close,
}: {
  readonly verdict: Verdict
  readonly path: string
  readonly summary: string
  readonly close: () => void
}) {
  const t = useTexts(approvalTexts)
  const [reason, setReason] = useState('')
  const decide = useChange(
    () => call('POST', path, { body: reason.trim() === '' ? {} : { reason: reason.trim() } }),
    { done: verdict === 'approve' ? t.approved : t.rejected, onDone: close },
  )
  return (
    <Dialog title={summary} isOpen onClose={close}>
      <Stack>
        <Textarea
          label={t.reason}
          description={t.reasonHint}
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <DialogActions
          confirm={verdict === 'approve' ? t.approve : t.reject}
          isDangerous={verdict === 'reject'}
          isPending={decide.isPending}
          error={decide.error}
          onCancel={close}
          onConfirm={() => decide.mutate()}
        />
      </Stack>
    </Dialog>
  )
}
