import { Radio, Stack, Text } from '@mantine/core'
import type { LedgerEntryWire } from '../../../contract/ledger.ts'
import { AccountFilter } from '../../parts/account-choice.tsx'
import { AccountName } from '../../parts/account-name.tsx'
import { Card } from '../../parts/card.tsx'
import { DataList } from '../../parts/data-list.tsx'
import { useEntryColumns } from '../../parts/entry-table.tsx'
import { Filter } from '../../parts/filter.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { PeriodFilter } from '../../parts/period-filter.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { allBooks, useEntryNames } from '../../text/entry-names.ts'
import { useTexts } from '../../text/text.ts'
import { LedgerTabs } from './ledger-tabs.tsx'
import { ledgerTexts } from './ledger-texts.ts'

/** The entries of the books: of all accounts, of one, of one book, of a period. */
export default function EntriesPage() {
  const t = useTexts(ledgerTexts)
  const filters = useFilters(['book', 'accountId', 'start_date', 'end_date'])
  const { book, accountId, start_date, end_date } = filters.values
  const list = useList<LedgerEntryWire>('/api/admin/ledger/entries', filters.values)
  const entryColumns = useEntryColumns()
  return (
    <Page title={t.title} lead={t.lead}>
      <LedgerTabs value="/operator/ledger/entries" />
      <FilterBar onClear={filters.isAny ? filters.clear : undefined}>
        <BookFilter value={book} onChange={(next) => filters.set({ book: next })} />
        <AccountFilter value={accountId} onChange={(id) => filters.set({ accountId: id })} />
        <PeriodFilter from={start_date} until={end_date} onChange={filters.set} />
      </FilterBar>
      <Card title={t.entries} lead={t.entriesLead} flush>
        <DataList
          list={list}
          columns={[
            {
              name: t.account,
              cell: (entry: LedgerEntryWire) => <AccountName id={entry.accountId} />,
            },
            ...entryColumns,
          ]}
          rowKey={({ id }) => id}
          label={t.entries}
          hasFilters={filters.isAny}
          onClearFilters={filters.clear}
          empty={
            <Text size="sm" c="dimmed" p="md">
              {t.noEntries}
            </Text>
          }
        />
      </Card>
    </Page>
  )
}

function BookFilter({
  value = '',
  onChange,
}: {
  readonly value: string | undefined
  readonly onChange: (book: string | null) => void
}) {
  const t = useTexts(ledgerTexts)
  const names = useEntryNames()
  return (
    <Filter
      name={t.book}
      value={value === '' ? '' : names.book(value)}
      onClear={() => onChange(null)}
    >
      {(close) => (
        <Radio.Group
          aria-label={t.book}
          value={value}
          onChange={(book) => {
            onChange(book)
            close()
          }}
        >
          <Stack gap="xs">
            {allBooks.map((book) => (
              <Radio key={book} value={book} label={names.book(book)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </Filter>
  )
}
