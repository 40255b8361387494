import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { DisputeDetail } from '../../../contract/dispute.ts'
import { call } from '../../api/client.ts'
import { now } from '../../api/clock.ts'
import { useLogin, useMay } from '../../api/login.ts'
import { AccountName } from '../../parts/account-name.tsx'
import { Failure } from '../../parts/failure.tsx'
import { SaleLink } from '../../parts/object-links.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { AnswerForm } from '../disputes/answer-form.tsx'
import { Answers } from '../disputes/answers.tsx'
import { Deadline, DisputeFacts } from '../disputes/dispute-facts.tsx'
import { DisputeState } from '../disputes/dispute-state.tsx'
import { Evidence } from '../disputes/evidence.tsx'
import { shownState } from '../disputes/shown-state.ts'
import { accountDisputeTexts } from './account-disputes-texts.ts'

/** A dispute of any account, and the answer of the operator for it. */
export default function AccountDisputePage() {
  const { accountId, id } = useParams({ from: '/signed-in/operator/disputes/$accountId/$id' })
  const t = useTexts(accountDisputeTexts)
  const { money } = useFormat()
  const may = useMay()
  const { person } = useLogin()
  const { data, error, refetch } = useQuery({
    queryKey: ['account-dispute', accountId, id],
    queryFn: ({ signal }) =>
      call<DisputeDetail>('GET', `/api/admin/accounts/${accountId}/disputes/${id}`, { signal }),
  })
  if (error && !data) return <Failure error={error} retry={refetch} />
  if (!data) return <PageSkeleton />
  const canAnswer =
    shownState(data, now()) === 'NEEDS_RESPONSE' && may.atOperator('account-disputes:answer')
  return (
    <Page
      title={money(data.amount)}
      back={{ to: '/operator/disputes', text: t.title }}
      lead={<DisputeState dispute={data} />}
    >
      <Deadline dispute={data} />
      <DisputeFacts
        dispute={data}
        account={<AccountName id={accountId} />}
        sale={<SaleLink accountId={accountId} id={data.transactionId} />}
      />
      <Evidence
        dispute={data}
        canAttach={false}
        pathOf={(document) =>
          `/api/admin/accounts/${accountId}/disputes/${id}/evidence/${document.id}`
        }
      />
      {canAnswer && (
        <AnswerForm
          dispute={data}
          target={{
            path: `/api/admin/accounts/${accountId}/disputes/${id}/answer`,
            answeredBy: person.name,
          }}
        />
      )}
      <Answers dispute={data} />
    </Page>
  )
}
