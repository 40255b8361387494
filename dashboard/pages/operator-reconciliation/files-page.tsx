import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { SettlementFileWire } from '../../../contract/reconciliation.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { useProviders } from '../../parts/provider-names.ts'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { Nothing, When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { FileState } from './file-state.tsx'
import { ProviderFilter } from './provider-filter.tsx'
import { ReconciliationTabs } from './reconciliation-tabs.tsx'
import { reconciliationTexts } from './reconciliation-texts.ts'
import { RunNow } from './run-now.tsx'

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
          rowKey={({ id }) => id}
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
  const { number } = useFormat()
  const providers = useProviders()
  return [
    {
      name: t.day,
      isMain: true,
      cell: ({ id, date, name }) => (
        <Anchor
          className="row-link"
          size="sm"
          c="inherit"
          fw={600}
          renderRoot={(props) => (
            <Link to="/operator/reconciliation/files/$id" params={{ id }} {...props} />
          )}
        >
          {date === null ? name : <When at={date} as="day" />}
        </Anchor>
      ),
    },
    {
      name: t.status,
      isMain: true,
      cell: ({ status }) => <FileState status={status} />,
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
