import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarClock, Plus } from 'lucide-react'
import type { CashoutWire } from '../../../contract/cashout.ts'
import { cashoutStatusNames } from '../../../contract/status-names.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { ExportCsv } from '../../parts/export-csv.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { PeriodFilter } from '../../parts/period-filter.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { Money, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { CashoutState } from './cashout-state.tsx'
import { cashoutTexts } from './cashouts-texts.ts'

const filterNames = ['status', 'start_date', 'end_date'] as const

export default function CashoutsPage() {
  const t = useTexts(cashoutTexts)
  const filters = useFilters(filterNames)
  const { values, set } = filters
  const list = useList<CashoutWire>('/api/user/cashout', values, {
    object: 'cashout',
    keyOf: ({ id }) => id,
    read: (id) => call('GET', `/api/user/cashout/${id}`),
  })
  const columns: readonly Column<CashoutWire>[] = [
    {
      name: t.amount,
      isMain: true,
      align: 'right',
      cell: ({ id, amount }) => (
        <Anchor
          className="row-link"
          c="inherit"
          fz="inherit"
          fw={600}
          renderRoot={(props) => <Link to="/cashouts/$id" params={{ id }} {...props} />}
        >
          <Money cents={amount} />
        </Anchor>
      ),
    },
    { name: t.status, isMain: true, cell: (cashout) => <CashoutState cashout={cashout} /> },
    {
      name: t.receiver,
      cell: ({ receiver, beneficiaryName }) => receiver?.name ?? beneficiaryName ?? '',
    },
    { name: t.pixKey, cell: ({ pixKey }) => pixKey },
    { name: t.reference, cell: ({ externalRef }) => externalRef ?? '' },
    { name: t.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  ]
  return (
    <Page title={t.title} actions={<Actions />}>
      <FilterBar
        actions={<ExportCsv path="/api/user/cashout" query={values} />}
        onClear={filters.isAny ? filters.clear : undefined}
      >
        <ChoiceFilter
          name={t.status}
          names={useTexts(cashoutStatusNames)}
          value={values.status}
          onChange={(status) => set({ status })}
        />
        <PeriodFilter from={values.start_date} until={values.end_date} onChange={set} />
      </FilterBar>
      <Card flush>
        <DataList
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          label={t.title}
          hasFilters={filters.isAny}
          onClearFilters={filters.clear}
          empty={<EmptyPage title={t.emptyTitle} text={t.emptyText} example={firstCashout} />}
        />
      </Card>
    </Page>
  )
}

function Actions() {
  const t = useTexts(cashoutTexts)
  const may = useMay()
  return (
    <>
      <Button
        variant="default"
        leftSection={<CalendarClock size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/cashouts/schedule" {...props} />}
      >
        {t.automatic}
      </Button>
      {may.atAccount('cashouts:create') && (
        <Button
          leftSection={<Plus size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/cashouts/new" {...props} />}
        >
          {t.newTitle}
        </Button>
      )}
    </>
  )
}

const firstCashout = `curl ${location.origin}/api/user/cashout \\
  -u "x:$GUICHE_SECRET_KEY" -H 'Content-Type: application/json' \\
  -d '{"amount": 5000, "pixKey": "fulano@exemplo.com.br"}'`
