import { Stack, Text } from '@mantine/core'
import type { DisputeDetail } from '../../../contract/dispute.ts'
import { Card } from '../../parts/card.tsx'
import { When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { disputeTexts } from './disputes-texts.ts'

type Answer = NonNullable<DisputeDetail['answer']>

/** Every answer of the dispute, the newest first. */
export function Answers({ dispute }: { readonly dispute: DisputeDetail }) {
  const t = useTexts(disputeTexts)
  const answers = [...(dispute.answer ? [dispute.answer] : []), ...dispute.earlierAnswers]
  if (answers.length === 0) return null
  return (
    <Card title={t.answers}>
      <Stack>
        {answers.map((answer) => (
          <AnswerView key={answer.givenAt} answer={answer} />
        ))}
      </Stack>
    </Card>
  )
}

function AnswerView({ answer }: { readonly answer: Answer }) {
  const t = useTexts(disputeTexts)
  return (
    <div>
      <Text fw={600} size="sm">
        {answer.decision === 'contest' ? t.contestedAnswer : t.acceptedAnswer}
        {' · '}
        <When at={answer.givenAt} />
      </Text>
      {answer.text && <Text size="sm">{answer.text}</Text>}
      <Text size="xs" c="dimmed">
        {answer.answeredBy !== null && `${t.byOperator(answer.answeredBy)} · `}
        {answer.sentAt === null ? t.notSent : t.sentAt}{' '}
        {answer.sentAt !== null && <When at={answer.sentAt} />}
      </Text>
      {answer.rejectedReason !== null && (
        <Text size="sm" c="red">
          {t.rejected(answer.rejectedReason)}
        </Text>
      )}
    </div>
  )
}
