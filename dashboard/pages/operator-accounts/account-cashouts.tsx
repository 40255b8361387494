import { Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AccountWire } from '../../../contract/account.ts'
import type { CashoutWire } from '../../../contract/cashout.ts'
import { cashoutStatusNames } from '../../../contract/status-names.ts'
import { Card } from '../../parts/card.tsx'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { ExportCsv } from '../../parts/export-csv.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { PeriodFilter } from '../../parts/period-filter.tsx'
import { useList } from '../../parts/use-list.ts'
import { Money, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { CashoutState } from '../cashouts/cashout-state.tsx'
import { accountTexts } from './accounts-texts.ts'
import { usePartFilters } from './use-part-filters.ts'

/** The cashouts of an account, to read. */
export function AccountCashouts({ account }: { readonly account: AccountWire }) {
  const t = useTexts(accountTexts)
  const { values, set, isAny, clear } = usePartFilters(['status', 'start_date', 'end_date'])
  const path = `/api/admin/accounts/${account.id}/cashouts`
  const list = useList<CashoutWire>(path, values)
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
          renderRoot={(props) => (
            <Link
              to="/operator/accounts/$accountId/cashouts/$id"
              params={{ accountId: account.id, id }}
              {...props}
            />
          )}
        >
          <Money cents={amount} />
        </Anchor>
      ),
    },
    { name: t.status, isMain: true, cell: (cashout) => <CashoutState cashout={cashout} /> },
    {
      name: t.receiver,
      cell: ({ receiver, beneficiaryName, pixKey }) => receiver?.name ?? beneficiaryName ?? pixKey,
    },
    { name: t.reference, cell: ({ externalRef }) => externalRef ?? '' },
    { name: t.when, cell: ({ createdAt }) => <When at={createdAt} /> },
  ]
  return (
    <Stack>
      <FilterBar
        actions={<ExportCsv path={path} query={values} />}
        onClear={isAny ? clear : undefined}
      >
        <ChoiceFilter
          name={t.status}
          names={useTexts(cashoutStatusNames)}
          value={values.status}
          onChange={(status) => set({ status })}
        />
        <PeriodFilter from={values.start_date} until={values.end_date} onChange={set} />
      </FilterBar>
      <Card title={t.cashouts} lead={t.readOnly} flush>
        <DataList
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          label={t.cashouts}
          hasFilters={isAny}
          onClearFilters={clear}
          empty={<EmptyPage title={t.nothingTitle} text={t.nothingText} />}
        />
      </Card>
    </Stack>
  )
}
