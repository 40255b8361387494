import { Text } from '@mantine/core'
import type { FileStatus, SettlementFileWire } from '../../../contract/reconciliation.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { useProviders } from '../../parts/provider-names.ts'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { Nothing, State, type Tone, When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { ProviderFilter } from './provider-filter.tsx'
import { ReconciliationTabs } from './reconciliation-tabs.tsx'
import { fileStatusNames, reconciliationTexts } from './reconciliation-texts.ts'
import { RunNow } from './run-now.tsx'

const tones: Readonly<Record<FileStatus, Tone>> = {
  READING: 'waiting',
  READ: 'good',
  BROKEN: 'bad',
  REJECTED: 'bad',
  DOUBLED: 'attention',
}

/** The daily files of the providers, as they were read. */
export default function FilesPage() {
  const t = useTexts(reconciliationTexts)
  const filters = useFilters(['providerId'])
  const { providerId } = filters.values
  const list = useList<SettlementFileWire>('/api/admin/reconciliation/files', filters.values)
  return (
    <Page title={t.title} lead={t.lead} actions={<RunNow />}>
      <ReconciliationTabs value="/operator/reconciliation/files" />
      <FilterBar onClear={filters.isAny ? filters.clear : undefined}>
        <ProviderFilter value={providerId} onChange={(id) => filters.set({ providerId: id })} />
      </FilterBar>
      <Card flush>
        <DataList
          list={list}
          columns={useColumns()}
          rowKey={({ providerId: of, name }) => `${of} ${name}`}
          label={t.files}
          hasFilters={filters.isAny}
          onClearFilters={filters.clear}
          empty={<EmptyPage title={t.noFilesTitle} text={t.noFilesText} />}
        />
      </Card>
    </Page>
  )
}

function useColumns(): readonly Column<SettlementFileWire>[] {
  const t = useTexts(reconciliationTexts)
  const statuses = useTexts(fileStatusNames)
  const { number } = useFormat()
  const providers = useProviders()
  return [
    {
      name: t.day,
      isMain: true,
      cell: ({ date }) => (
        <Text span size="sm" fw={600}>
          <When at={date} as="day" />
        </Text>
      ),
    },
    {
      name: t.status,
      isMain: true,
      cell: ({ status }) => <State tone={tones[status]}>{statuses[status]}</State>,
    },
    { name: t.providerName, cell: ({ providerId }) => providers.nameOf(providerId) },
    { name: t.fileName, cell: ({ name }) => <span className="code">{name}</span> },
    { name: t.sequence, align: 'right', cell: ({ sequence }) => sequence ?? <Nothing /> },
    {
      name: t.lines,
      align: 'right',
      cell: ({ rows }) => (rows === null ? <Nothing /> : number(rows)),
    },
    { name: t.readAt, cell: ({ readAt }) => <When at={readAt} as="distance" /> },
  ]
}
