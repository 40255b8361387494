import { Alert, Anchor } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import type { DisputeDetail } from '../../../contract/dispute.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { useLiveEvents } from '../../live/live-events.ts'
import { Card } from '../../parts/card.tsx'
import { IdText } from '../../parts/code.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { Money, When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { AnswerForm } from './answer-form.tsx'
import { Answers } from './answers.tsx'
import { DisputeState } from './dispute-state.tsx'
import { disputeKindNames, disputeTexts } from './disputes-texts.ts'
import { Evidence } from './evidence.tsx'

const disputeQuery = (id: string) =>
  queryOptions({
    queryKey: ['dispute', id],
    queryFn: ({ signal }) => call<DisputeDetail>('GET', `/api/user/chargebacks/${id}`, { signal }),
  })

export default function DisputePage() {
  const { id } = useParams({ from: '/signed-in/disputes/$id' })
  const t = useTexts(disputeTexts)
  const { money } = useFormat()
  const may = useMay()
  const client = useQueryClient()
  const { data: dispute, error, refetch } = useQuery(disputeQuery(id))
  useLiveEvents(({ objectId }) => {
    if (objectId === dispute?.transactionId)
      void client.invalidateQueries({ queryKey: ['dispute', id] })
  })
  if (error && !dispute) return <Failure error={error} retry={refetch} />
  if (!dispute) return <PageSkeleton />
  const isOpen = dispute.status === 'NEEDS_RESPONSE'
  const canAnswer = isOpen && may.atAccount('disputes:answer')
  return (
    <Page
      title={money(dispute.amount)}
      back={{ to: '/disputes', text: t.title }}
      lead={<DisputeState status={dispute.status} />}
    >
      {isOpen && <Deadline answerBy={dispute.answerBy} />}
      <DisputeFacts dispute={dispute} />
      <Evidence dispute={dispute} canAttach={canAnswer} />
      {canAnswer && <AnswerForm dispute={dispute} />}
      <Answers dispute={dispute} />
    </Page>
  )
}

function Deadline({ answerBy }: Pick<DisputeDetail, 'answerBy'>) {
  const t = useTexts(disputeTexts)
  const { instant, distance } = useFormat()
  return (
    <Alert color="orange" variant="light" icon={<Clock aria-hidden />}>
      {answerBy === null
        ? t.noDeadline
        : `${t.deadline(instant(answerBy), distance(answerBy))} ${t.afterDeadline}`}
    </Alert>
  )
}

function DisputeFacts({ dispute }: { readonly dispute: DisputeDetail }) {
  const t = useTexts(disputeTexts)
  const kinds = useTexts(disputeKindNames)
  const { transactionId } = dispute
  return (
    <Card>
      <Facts
        rows={[
          [t.kind, kinds[dispute.kind]],
          [t.reason, `${dispute.reason.text} (${dispute.reason.code})`],
          [
            t.sale,
            <Anchor
              key="sale"
              renderRoot={(props) => (
                <Link to="/transactions/$id" params={{ id: transactionId }} {...props} />
              )}
            >
              {t.seeSale}
            </Anchor>,
          ],
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
