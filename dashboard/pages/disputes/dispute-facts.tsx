import { Alert } from '@mantine/core'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DisputeDetail } from '../../../contract/dispute.ts'
import { now } from '../../api/clock.ts'
import { Card } from '../../parts/card.tsx'
import { IdText } from '../../parts/code.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Money, When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { disputeKindNames, disputeTexts, unansweredTexts } from './disputes-texts.ts'
import { shownState } from './shown-state.ts'

/** Until when an answer is accepted, or when that ended. */
export function Deadline({ dispute }: { readonly dispute: DisputeDetail }) {
  const t = useTexts(disputeTexts)
  const unanswered = useTexts(unansweredTexts)
  const { instant, distance } = useFormat()
  const { kind, answerBy } = dispute
  const state = shownState(dispute, now())
  if (state !== 'NEEDS_RESPONSE' && state !== 'LATE') return null
  const text =
    answerBy === null
      ? t.noDeadline
      : state === 'LATE'
        ? t.late(instant(answerBy))
        : `${t.deadline(instant(answerBy), distance(answerBy))} ${unanswered[kind]}`
  return (
    <Alert
      color={state === 'LATE' ? 'gray' : 'orange'}
      variant="light"
      icon={<Clock aria-hidden />}
    >
      {text}
    </Alert>
  )
}

/** What the dispute is about, and its money. */
export function DisputeFacts({
  dispute,
  account,
  sale,
}: {
  readonly dispute: DisputeDetail
  /** Whose it is, on the pages of the operator. */
  readonly account?: ReactNode
  readonly sale: ReactNode
}) {
  const t = useTexts(disputeTexts)
  const kinds = useTexts(disputeKindNames)
  return (
    <Card>
      <Facts
        rows={[
          ...(account === undefined ? [] : [[t.account, account] as const]),
          [t.kind, kinds[dispute.kind]],
          [t.reason, `${dispute.reason.text} (${dispute.reason.code})`],
          [t.sale, sale],
          [t.blocked, <Money key="blocked" cents={dispute.blockedAmount} />],
          [t.lost, <Money key="lost" cents={dispute.lostAmount} />],
          [t.opened, <When key="opened" at={dispute.openedAt} />],
          [t.decided, <When key="decided" at={dispute.decidedAt} />],
          ['id', <IdText key="id">{dispute.id}</IdText>],
        ]}
      />
    </Card>
  )
}
