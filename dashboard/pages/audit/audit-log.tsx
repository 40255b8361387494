import { Button, Center, Stack } from '@mantine/core'
import type { AuditEntryWire } from '../../../contract/audit.ts'
import { AccountFilter } from '../../parts/account-choice.tsx'
import { Card } from '../../parts/card.tsx'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { ExportCsv } from '../../parts/export-csv.tsx'
import { Failure } from '../../parts/failure.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { PeriodFilter } from '../../parts/period-filter.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { type ListQuery, useList } from '../../parts/use-list.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { AuditEntry } from './audit-entry.tsx'
import { actorNames, auditTexts } from './audit-texts.ts'

/** An audit log, by day, with its filters. */
export function AuditLog({
  path,
  title,
  lead,
  ofAllAccounts = false,
}: {
  readonly path: string
  readonly title: string
  readonly lead: string
  /** The log of the operator: a filter chooses one account, and each entry names its own. */
  readonly ofAllAccounts?: boolean
}) {
  const t = useTexts(auditTexts)
  const filters = useFilters(['by', 'accountId', 'start_date', 'end_date'])
  const { by, accountId, start_date, end_date } = filters.values
  const list = useList<AuditEntryWire>(path, filters.values)
  return (
    <Page title={title} lead={lead}>
      <FilterBar
        onClear={filters.isAny ? filters.clear : undefined}
        actions={<ExportCsv path={path} query={filters.values} />}
      >
        <ChoiceFilter
          name={t.by}
          names={useTexts(actorNames)}
          value={by}
          onChange={(next) => filters.set({ by: next })}
        />
        <PeriodFilter from={start_date} until={end_date} onChange={filters.set} />
        {ofAllAccounts && (
          <AccountFilter value={accountId} onChange={(id) => filters.set({ accountId: id })} />
        )}
      </FilterBar>
      <Entries list={list} hasFilters={filters.isAny} showsAccount={ofAllAccounts} />
    </Page>
  )
}

function Entries({
  list,
  hasFilters,
  showsAccount,
}: {
  readonly list: ListQuery<AuditEntryWire>
  readonly hasFilters: boolean
  readonly showsAccount: boolean
}) {
  const t = useTexts(auditTexts)
  const part = useTexts(partTexts)
  const { day } = useFormat()
  if (list.isPending) return <RowsSkeleton rows={8} />
  if (list.error && list.rows.length === 0)
    return <Failure error={list.error} retry={list.refetch} />
  if (list.rows.length === 0)
    return (
      <Card>
        {hasFilters ? (
          <EmptyPage title={part.noMatch} text={part.noMatchText} />
        ) : (
          <EmptyPage title={t.emptyTitle} text={t.emptyText} />
        )}
      </Card>
    )
  return (
    <Stack gap="lg">
      {byDay(list.rows, day).map(([name, entries]) => (
        <Card key={name} title={name}>
          {entries.map((entry) => (
            <AuditEntry key={entry.id} entry={entry} showsAccount={showsAccount} />
          ))}
        </Card>
      ))}
      {list.hasMore && (
        <Center>
          <Button variant="subtle" onClick={list.showMore} loading={list.isLoadingMore}>
            {part.more}
          </Button>
        </Center>
      )}
      {list.error && <Failure error={list.error} retry={list.refetch} />}
    </Stack>
  )
}

/** The entries of each day in São Paulo, in their order. */
const byDay = (
  entries: readonly AuditEntryWire[],
  day: (instant: string) => string,
): readonly (readonly [day: string, entries: readonly AuditEntryWire[]])[] => [
  ...Map.groupBy(entries, ({ at }) => day(at)),
]
