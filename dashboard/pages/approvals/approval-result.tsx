import { Button } from '@mantine/core'
import type { AccountApprovalWire, ApprovalWire } from '../../../contract/approval.ts'
import { call } from '../../api/client.ts'
import { useLogin } from '../../api/login.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { SecretOnce } from '../../parts/secret-once.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { approvalTexts } from './approvals-texts.ts'

/** What an applied request created, for the person who asked: a key, an address. */
export function ApprovalResult({
  approval: { requestedBy, action },
  path,
}: {
  readonly approval: ApprovalWire | AccountApprovalWire
  readonly path: string
}) {
  const t = useTexts(approvalTexts)
  const { person } = useLogin()
  const show = useChange(() => call<{ readonly result: string | null }>('POST', path, { body: {} }))
  if (requestedBy.id !== person.id || !creating.has(action)) return null
  const result = show.data?.result
  return (
    <>
      <Button mt="md" variant="default" onClick={() => show.mutate()} loading={show.isPending}>
        {t.result}
      </Button>
      {show.error && <Failure error={show.error} />}
      <Dialog title={t.result} isOpen={typeof result === 'string'} onClose={show.reset}>
        <SecretOnce text={t.resultText} secret={result ?? ''} onKept={show.reset} />
      </Dialog>
    </>
  )
}

/** The actions that create a value which is shown once. */
const creating: ReadonlySet<string> = new Set([
  'key.create',
  'key.rotate',
  'provider.add',
  'webhook_secret.rotate',
])
