import { Alert, Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Info } from 'lucide-react'
import type { CaseDetail } from '../../../contract/reconciliation.ts'
import { call } from '../../api/client.ts'
import { AccountName } from '../../parts/account-name.tsx'
import { Card } from '../../parts/card.tsx'
import { IdText } from '../../parts/code.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { CashoutLink, SaleLink } from '../../parts/object-links.tsx'
import { Page } from '../../parts/page.tsx'
import { useProviders } from '../../parts/provider-names.ts'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { useCaseKindName } from './case-names.ts'
import { CaseSides } from './case-sides.tsx'
import { CaseState } from './case-state.tsx'
import { CloseCase } from './close-case.tsx'
import { objectNames, reconciliationTexts } from './reconciliation-texts.ts'

/** A difference between a provider and our books: both sides, and how to close it. */
export default function CasePage() {
  const { id } = useParams({ from: '/signed-in/operator/reconciliation/$id' })
  const t = useTexts(reconciliationTexts)
  const nameOf = useCaseKindName()
  const { data, error, refetch } = useQuery({
    queryKey: ['case', id],
    queryFn: ({ signal }) =>
      call<CaseDetail>('GET', `/api/admin/reconciliation/cases/${id}`, { signal }),
  })
  if (error && !data) return <Failure error={error} retry={refetch} />
  if (!data) return <PageSkeleton />
  return (
    <Page
      title={nameOf(data.kind)}
      back={{ to: '/operator/reconciliation', text: t.title }}
      lead={<CaseState status={data.status} />}
    >
      <Alert color="blue" variant="light" icon={<Info aria-hidden />} title={data.explanation}>
        <Text size="sm">{data.nextStep}</Text>
      </Alert>
      <CaseSides of={data} />
      {data.status === 'OPEN' ? <CloseCase of={data} /> : <Resolution of={data} />}
      <CaseFacts of={data} />
      {data.earlier.length > 0 && (
        <Card title={t.earlier} lead={t.earlierLead}>
          {data.earlier.map((each) => (
            <Resolved key={each.id} of={each} />
          ))}
        </Card>
      )}
    </Page>
  )
}

function CaseFacts({ of }: { readonly of: CaseDetail }) {
  const t = useTexts(reconciliationTexts)
  const objects = useTexts(objectNames)
  const providers = useProviders()
  const { transactionId, fileId } = of.links
  return (
    <Card>
      <Facts
        rows={[
          [t.providerName, providers.nameOf(of.providerId)],
          [t.account, of.accountId && <AccountName key="account" id={of.accountId} />],
          [t.openedAt, <When key="opened" at={of.openedAt} />],
          ...(of.objectType !== null && of.objectType !== 'transaction'
            ? [[objects[of.objectType], <ObjectOf key="object" of={of} />] as const]
            : []),
          [
            t.sale,
            transactionId && <SaleOf key="sale" accountId={of.accountId} id={transactionId} />,
          ],
          [t.fileOf, fileId && <FileLink key="file" id={fileId} of={of} />],
          [t.reference, of.reference && <IdText key="reference">{of.reference}</IdText>],
          ['id', <IdText key="id">{of.id}</IdText>],
        ]}
      />
    </Card>
  )
}

function ObjectOf({ of: { objectType, objectId, accountId } }: { readonly of: CaseDetail }) {
  if (objectId === null) return null
  return objectType === 'cashout' && accountId !== null ? (
    <CashoutLink accountId={accountId} id={objectId} />
  ) : (
    <IdText>{objectId}</IdText>
  )
}

const SaleOf = ({ accountId, id }: { readonly accountId: string | null; readonly id: string }) =>
  accountId === null ? <IdText>{id}</IdText> : <SaleLink accountId={accountId} id={id} />

/** The file that the case comes from, at the lines that opened cases. */
function FileLink({ id, of }: { readonly id: string; readonly of: CaseDetail }) {
  const t = useTexts(reconciliationTexts)
  const { sequence, line } = of
  if (sequence === null) return null
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          to="/operator/reconciliation/files/$id"
          params={{ id }}
          search={line === null ? {} : { only: 'with-case' }}
          {...props}
        />
      )}
    >
      {line === null ? t.file(sequence) : t.place(sequence, line)}
    </Anchor>
  )
}

function Resolution({ of }: { readonly of: CaseDetail }) {
  const t = useTexts(reconciliationTexts)
  return (
    <Card title={t.resolution}>
      <Resolved of={of} />
    </Card>
  )
}

/** How a case ended. */
function Resolved({
  of: { resolvedBy, resolvedAt, resolution },
}: {
  readonly of: Pick<CaseDetail, 'resolvedBy' | 'resolvedAt' | 'resolution'>
}) {
  const t = useTexts(reconciliationTexts)
  return (
    <div>
      <Text size="sm">{resolvedBy === null ? t.agreed : resolution}</Text>
      <Text size="xs" c="dimmed">
        {resolvedBy !== null && `${resolvedBy} · `}
        <When at={resolvedAt} />
      </Text>
    </div>
  )
}
