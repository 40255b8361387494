import { Text } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import type { EntryWire } from '../../contract/wallet.ts'
import type { Query } from '../api/client.ts'
import { useEntryNames } from '../text/entry-names.ts'
import { useTexts } from '../text/text.ts'
import { type Column, DataList } from './data-list.tsx'
import { partTexts } from './part-texts.ts'
import { useList } from './use-list.ts'
import { Money, When } from './values.tsx'

/** The entries of the ledger that a filter finds: what moved, from which book to which. */
export function EntryTable({
  path = '/api/user/wallet/entries',
  query,
}: {
  /** Left out: the entries of the account of the pages. */
  readonly path?: string
  readonly query: Query
}) {
  const t = useTexts(partTexts)
  const list = useList<EntryWire>(path, query)
  return (
    <DataList
      list={list}
      columns={useEntryColumns()}
      rowKey={({ id }) => id}
      label={t.entries}
      empty={
        <Text size="sm" c="dimmed" p="md">
          {t.noEntries}
        </Text>
      }
    />
  )
}

export function useEntryColumns(): readonly Column<EntryWire>[] {
  const t = useTexts(partTexts)
  const names = useEntryNames()
  return [
    { name: t.entry, isMain: true, cell: ({ cause }) => names.cause(cause) },
    {
      name: t.fromTo,
      cell: ({ from, to }) => (
        <span>
          {names.book(from)}{' '}
          <ArrowRight size={14} aria-label={t.to} style={{ verticalAlign: '-2px' }} />{' '}
          {names.book(to)}
        </span>
      ),
    },
    { name: t.date, cell: ({ date }) => <When at={date} as="exactInstant" /> },
    { name: t.number, align: 'right', cell: ({ number }) => number },
    {
      name: t.amount,
      align: 'right',
      isMain: true,
      cell: ({ amount }) => <Money cents={amount} />,
    },
  ]
}
