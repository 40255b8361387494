import { transactionStatusNames } from '../../../contract/status-names.ts'
import { AmountFilter } from '../../parts/amount-filter.tsx'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { IdText } from '../../parts/code.tsx'
import { ExportCsv } from '../../parts/export-csv.tsx'
import { Filter } from '../../parts/filter.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { PeriodFilter } from '../../parts/period-filter.tsx'
import { SavedViews } from '../../parts/saved-views.tsx'
import type { Filters } from '../../parts/use-filters.ts'
import { methodNames } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { transactionTexts } from './transactions-texts.ts'

/** As the API names them. */
export const filterNames = [
  'status',
  'paymentMethods',
  'start_date',
  'end_date',
  'minAmount',
  'maxAmount',
  'paymentLinkId',
  'search',
] as const

export function TransactionFilters({
  filters: { values, set, isAny, clear },
  accountPath,
}: {
  readonly filters: Filters<(typeof filterNames)[number]>
  /** The list of another account, for the operator. Left out: of the account of the pages. */
  readonly accountPath?: string
}) {
  const t = useTexts(transactionTexts)
  return (
    <FilterBar
      search={{
        value: values.search,
        placeholder: t.searchHint,
        // The gateway searches by two letters or more.
        onChange: (search) => set({ search: search.length < 2 ? null : search }),
      }}
      actions={
        <>
          {accountPath === undefined && <SavedViews page="transactions" values={values} />}
          <ExportCsv path={accountPath ?? '/api/user/transactions'} query={values} />
        </>
      }
      onClear={isAny ? clear : undefined}
    >
      <ChoiceFilter
        name={t.status}
        names={useTexts(transactionStatusNames)}
        value={values.status}
        onChange={(status) => set({ status })}
      />
      <ChoiceFilter
        name={t.method}
        names={useTexts(methodNames)}
        value={values.paymentMethods}
        onChange={(paymentMethods) => set({ paymentMethods })}
      />
      <PeriodFilter from={values.start_date} until={values.end_date} onChange={set} />
      <AmountFilter
        from={values.minAmount}
        to={values.maxAmount}
        onChange={(min, max) => set({ minAmount: min, maxAmount: max })}
      />
      {values.paymentLinkId && (
        <Filter
          name={t.paymentLink}
          value={values.paymentLinkId.slice(0, 8)}
          onClear={() => set({ paymentLinkId: null })}
        >
          {() => <IdText>{values.paymentLinkId ?? ''}</IdText>}
        </Filter>
      )}
    </FilterBar>
  )
}
