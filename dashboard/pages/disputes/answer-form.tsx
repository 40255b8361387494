import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import type { AnswerDisputeRequest, DisputeDetail } from '../../../contract/dispute.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useDraft } from '../../parts/use-draft.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { disputeTexts } from './disputes-texts.ts'

/** Where an answer goes. The operator signs with a name. */
export interface AnswerTarget {
  readonly path: string
  readonly answeredBy?: string
}

/** The answer to a dispute: contest with a text or documents, or accept. */
export function AnswerForm({
  dispute,
  target,
}: {
  readonly dispute: DisputeDetail
  readonly target: AnswerTarget
}) {
  const t = useTexts(disputeTexts)
  const [isAccepting, accepting] = useDisclosure()
  const draft = useDraft(target.path, { text: '' })
  const form = useForm({
    initialValues: draft.initial,
    onValuesChange: draft.keep,
    validate: {
      text: (text) =>
        text.trim() === '' && dispute.evidence.length === 0 ? t.needsSomething : null,
    },
  })
  const contest = useAnswer(target, t.contested, draft.forget)
  return (
    <Card title={target.answeredBy === undefined ? t.answerTitle : t.answerForAccount}>
      <form
        onSubmit={form.onSubmit(({ text }) =>
          contest.mutate({ decision: 'contest', ...(text.trim() && { text: text.trim() }) }),
        )}
      >
        <Stack>
          <Textarea
            label={t.answerText}
            description={t.answerHint}
            autosize
            minRows={4}
            maxLength={1_000}
            {...form.getInputProps('text')}
          />
          {contest.error && <Failure error={contest.error} />}
          <Group justify="space-between">
            <Button type="submit" loading={contest.isPending}>
              {t.contest}
            </Button>
            <Button variant="subtle" color="red" onClick={accepting.open}>
              {t.accept}
            </Button>
          </Group>
        </Stack>
      </form>
      <AcceptDialog
        dispute={dispute}
        target={target}
        isOpen={isAccepting}
        close={accepting.close}
        onDone={() => {
          draft.forget()
          accepting.close()
        }}
      />
    </Card>
  )
}

function AcceptDialog({
  dispute,
  target,
  isOpen,
  close,
  onDone,
}: {
  readonly dispute: DisputeDetail
  readonly target: AnswerTarget
  readonly isOpen: boolean
  readonly close: () => void
  readonly onDone: () => void
}) {
  const t = useTexts(disputeTexts)
  const { money } = useFormat()
  const accept = useAnswer(target, t.accepted, onDone)
  return (
    <Dialog title={t.acceptTitle} isOpen={isOpen} onClose={close}>
      <Stack>
        <Text>{t.acceptText(money(dispute.amount))}</Text>
        <DialogActions
          confirm={t.accept}
          isDangerous
          isPending={accept.isPending}
          error={accept.error}
          onCancel={close}
          onConfirm={() => accept.mutate({ decision: 'accept' })}
        />
      </Stack>
    </Dialog>
  )
}

const useAnswer = ({ path, answeredBy }: AnswerTarget, done: string, onDone?: () => void) =>
  useChange(
    (answer: AnswerDisputeRequest) =>
      call('POST', path, { body: { ...answer, ...(answeredBy && { answeredBy }) } }),
    { done, ...(onDone && { onDone }) },
  )
