import { SegmentedControl } from '@mantine/core'
import type { CaseWire } from '../../../contract/reconciliation.ts'
import { AccountFilter } from '../../parts/account-choice.tsx'
import { Card } from '../../parts/card.tsx'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { useTexts } from '../../text/text.ts'
import { useCaseColumns } from './case-columns.tsx'
import { caseKindNames } from './case-names.ts'
import { ProviderFilter } from './provider-filter.tsx'
import { ReconciliationTabs } from './reconciliation-tabs.tsx'
import { reconciliationTexts } from './reconciliation-texts.ts'
import { RunNow } from './run-now.tsx'

/** The differences between the providers and our books, the open ones first. */
export default function CasesPage() {
  const t = useTexts(reconciliationTexts)
  const kinds = useTexts(caseKindNames)
  const filters = useFilters(['show', 'kind', 'providerId', 'accountId'])
  const { show = 'OPEN', kind, providerId, accountId } = filters.values
  const list = useList<CaseWire>('/api/admin/reconciliation/cases', {
    status: show === 'all' ? undefined : show,
    kind,
    providerId,
    accountId,
  })
  const isFiltered = [kind, providerId, accountId].some((value) => value !== undefined)
  return (
    <Page title={t.title} lead={t.lead} actions={<RunNow />}>
      <ReconciliationTabs value="/operator/reconciliation" />
      <FilterBar
        onClear={isFiltered ? filters.clear : undefined}
        actions={
          <SegmentedControl
            size="xs"
            aria-label={t.status}
            data={[
              { value: 'OPEN', label: t.open },
              { value: 'RESOLVED', label: t.resolved },
              { value: 'all', label: t.all },
            ]}
            value={show}
            onChange={(next) => filters.set({ show: next === 'OPEN' ? null : next })}
          />
        }
      >
        <ChoiceFilter
          name={t.kind}
          names={kinds}
          value={kind}
          onChange={(next) => filters.set({ kind: next })}
        />
        <ProviderFilter value={providerId} onChange={(id) => filters.set({ providerId: id })} />
        <AccountFilter value={accountId} onChange={(id) => filters.set({ accountId: id })} />
      </FilterBar>
      <Card flush>
        <DataList
          list={list}
          columns={useCaseColumns()}
          rowKey={({ id }) => id}
          label={t.title}
          hasFilters={isFiltered}
          onClearFilters={filters.clear}
          empty={<EmptyPage title={t.emptyTitle} text={t.emptyText} />}
        />
      </Card>
    </Page>
  )
}
