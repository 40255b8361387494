import { Anchor } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { DisputeDetail } from '../../../contract/dispute.ts'
import { call } from '../../api/client.ts'
import { now } from '../../api/clock.ts'
import { useMay } from '../../api/login.ts'
import { useRereadOnEvents } from '../../live/use-reread.ts'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { AnswerForm } from './answer-form.tsx'
import { Answers } from './answers.tsx'
import { Deadline, DisputeFacts } from './dispute-facts.tsx'
import { DisputeState } from './dispute-state.tsx'
import { disputeTexts } from './disputes-texts.ts'
import { Evidence } from './evidence.tsx'
import { shownState } from './shown-state.ts'

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
  const { data: dispute, error, refetch } = useQuery(disputeQuery(id))
  // Until it is read, each event may be one of its sale.
  useRereadOnEvents(
    [['dispute', id]],
    ({ objectId }) => dispute === undefined || objectId === dispute.transactionId,
  )
  if (error && !dispute) return <Failure error={error} retry={refetch} />
  if (!dispute) return <PageSkeleton />
  const canAnswer =
    shownState(dispute, now()) === 'NEEDS_RESPONSE' && may.atAccount('disputes:answer')
  return (
    <Page
      title={money(dispute.amount)}
      back={{ to: '/disputes', text: t.title }}
      lead={<DisputeState dispute={dispute} />}
    >
      <Deadline dispute={dispute} />
      <DisputeFacts
        dispute={dispute}
        sale={
          <Anchor
            renderRoot={(props) => (
              <Link to="/transactions/$id" params={{ id: dispute.transactionId }} {...props} />
            )}
          >
            {t.seeSale}
          </Anchor>
        }
      />
      <Evidence dispute={dispute} canAttach={canAnswer} />
      {canAnswer && (
        <AnswerForm dispute={dispute} target={{ path: `/api/user/chargebacks/${id}/answer` }} />
      )}
      <Answers dispute={dispute} />
    </Page>
  )
}
