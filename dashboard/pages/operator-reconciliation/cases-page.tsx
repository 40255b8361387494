import { Anchor, SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CaseWire } from '../../../contract/reconciliation.ts'
import { AccountFilter } from '../../parts/account-choice.tsx'
import { AccountName } from '../../parts/account-name.tsx'
import { Card } from '../../parts/card.tsx'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { useProviders } from '../../parts/provider-names.ts'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { Nothing, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { caseKindNames, useCaseKindName } from './case-names.ts'
import { CaseState } from './case-state.tsx'
import { FactValue } from './fact-value.tsx'
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
          columns={useColumns()}
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

function useColumns(): readonly Column<CaseWire>[] {
  const t = useTexts(reconciliationTexts)
  const nameOf = useCaseKindName()
  const providers = useProviders()
  return [
    {
      name: t.kind,
      isMain: true,
      cell: ({ id, kind }) => (
        <Anchor
          className="row-link"
          size="sm"
          c="inherit"
          fw={600}
          renderRoot={(props) => (
            <Link to="/operator/reconciliation/$id" params={{ id }} {...props} />
          )}
        >
          {nameOf(kind)}
        </Anchor>
      ),
    },
    { name: t.status, isMain: true, cell: ({ status }) => <CaseState status={status} /> },
    { name: t.ourBooks, cell: ({ expected }) => <FirstFact of={expected} /> },
    { name: t.provider, cell: ({ found }) => <FirstFact of={found} /> },
    { name: t.providerName, cell: ({ providerId }) => providers.nameOf(providerId) },
    {
      name: t.account,
      cell: ({ accountId }) => (accountId === null ? <Nothing /> : <AccountName id={accountId} />),
    },
    { name: t.openedAt, cell: ({ openedAt }) => <When at={openedAt} as="distance" /> },
  ]
}

/** What a side says first: the rest is on the page of the case. */
function FirstFact({ of }: { readonly of: CaseWire['expected'] }) {
  const [first] = Object.entries(of ?? {})
  return first ? <FactValue name={first[0]} value={first[1]} /> : <Nothing />
}
