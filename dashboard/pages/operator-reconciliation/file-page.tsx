import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { CaseWire, SettlementFileDetail } from '../../../contract/reconciliation.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { IdText } from '../../parts/code.tsx'
import { DataList } from '../../parts/data-list.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { useProviders } from '../../parts/provider-names.ts'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useList } from '../../parts/use-list.ts'
import { When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { useCaseColumns } from './case-columns.tsx'
import { FileLines } from './file-lines.tsx'
import { FileState } from './file-state.tsx'
import { fileTexts } from './file-texts.ts'
import { reconciliationTexts } from './reconciliation-texts.ts'

/** A daily file of a provider: how it was read, its cases and its lines. */
export default function FilePage() {
  const { id } = useParams({ from: '/signed-in/operator/reconciliation/files/$id' })
  const t = useTexts(reconciliationTexts)
  const {
    data: file,
    error,
    refetch,
  } = useQuery({
    queryKey: ['settlement-file', id],
    queryFn: ({ signal }) =>
      call<SettlementFileDetail>('GET', `/api/admin/reconciliation/files/${id}`, { signal }),
  })
  if (error && !file) return <Failure error={error} retry={refetch} />
  if (!file) return <PageSkeleton />
  const { openCases, closedCases } = file
  return (
    <Page
      title={file.name}
      back={{ to: '/operator/reconciliation/files', text: t.files }}
      lead={<FileState status={file.status} />}
    >
      <FileFacts file={file} />
      {openCases.count + closedCases.count > 0 && <CasesOf id={id} />}
      <FileLines file={file} />
    </Page>
  )
}

function FileFacts({ file }: { readonly file: SettlementFileDetail }) {
  const t = useTexts(fileTexts)
  const names = useTexts(reconciliationTexts)
  const providers = useProviders()
  const { number } = useFormat()
  const counted = ({ count, isMore }: SettlementFileDetail['openCases']) =>
    `${number(count)}${isMore ? '+' : ''}`
  const { date, sequence, merchant, rows, sha256, startedAt, readAt } = file
  return (
    <Card>
      <Facts
        rows={[
          [names.providerName, providers.nameOf(file.providerId)],
          [names.day, <When key="day" at={date} as="day" />],
          [names.sequence, sequence],
          [t.merchant, merchant],
          [t.rows, rows !== null && number(rows)],
          [t.openCases, counted(file.openCases)],
          [t.closedCases, counted(file.closedCases)],
          [t.startedAt, <When key="start" at={startedAt} as="exactInstant" />],
          [t.readAt, <When key="end" at={readAt} as="exactInstant" />],
          [t.sha256, sha256 && <IdText key="digest">{sha256}</IdText>],
        ]}
      />
    </Card>
  )
}

function CasesOf({ id }: { readonly id: string }) {
  const t = useTexts(fileTexts)
  const list = useList<CaseWire>('/api/admin/reconciliation/cases', { fileId: id })
  return (
    <Card title={t.cases} flush>
      <DataList
        list={list}
        columns={useCaseColumns()}
        rowKey={(row) => row.id}
        label={t.cases}
        empty={null}
      />
    </Card>
  )
}
