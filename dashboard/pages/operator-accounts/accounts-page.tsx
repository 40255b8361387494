import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AccountWire } from '../../../contract/account.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { AccountState } from './account-state.tsx'
import { accountStatusNames, accountTexts } from './accounts-texts.ts'
import { settingTexts } from './setting-texts.ts'

export default function AccountsPage() {
  const t = useTexts(accountTexts)
  const statuses = useTexts(accountStatusNames)
  const filters = useFilters(['search', 'status'])
  const list = useList<AccountWire>('/api/admin/accounts', filters.values)
  const columns = useColumns()
  const open = useMay().atOperator('accounts:write') && (
    <Button renderRoot={(props) => <Link to="/operator/accounts/new" {...props} />}>
      {t.open}
    </Button>
  )
  return (
    <Page title={t.title} lead={t.lead} actions={open}>
      <FilterBar
        search={{
          value: filters.values.search,
          placeholder: t.search,
          onChange: (search) => filters.set({ search }),
        }}
        {...(filters.isAny && { onClear: filters.clear })}
      >
        <ChoiceFilter
          name={t.status}
          names={statuses}
          value={filters.values.status}
          onChange={(status) => filters.set({ status })}
        />
      </FilterBar>
      <Card flush>
        <DataList
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          label={t.title}
          hasFilters={filters.isAny}
          onClearFilters={filters.clear}
          empty={
            <EmptyPage title={t.emptyTitle} text={t.emptyText}>
              {open}
            </EmptyPage>
          }
        />
      </Card>
    </Page>
  )
}

function useColumns(): readonly Column<AccountWire>[] {
  const t = useTexts(accountTexts)
  const names = useTexts(settingTexts)
  const format = useFormat()
  return [
    {
      name: t.name,
      isMain: true,
      cell: ({ id, name }) => (
        <Anchor
          className="row-link"
          c="inherit"
          fz="inherit"
          fw={600}
          renderRoot={(props) => <Link to="/operator/accounts/$id" params={{ id }} {...props} />}
        >
          {name}
        </Anchor>
      ),
    },
    { name: t.status, isMain: true, cell: ({ status }) => <AccountState status={status} /> },
    { name: t.document, cell: ({ document }) => document },
    {
      name: t.methods,
      cell: ({ methods }) =>
        (Object.keys(methods) as (keyof typeof methods)[])
          .filter((method) => methods[method])
          .map((method) => names[`methods.${method}`])
          .join(', '),
    },
    {
      name: t.missing,
      cell: ({ notReady }) => format.list(notReady.map(({ what }) => names[`prices.${what}`])),
    },
  ]
}
