import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AccountBalanceWire } from '../../../contract/ledger.ts'
import { AccountName } from '../../parts/account-name.tsx'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { useList } from '../../parts/use-list.ts'
import { Money, When } from '../../parts/values.tsx'
import { bookNames } from '../../text/entry-names.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { ledgerTexts } from './ledger-texts.ts'

const merchantBooks = ['available', 'pending', 'blocked', 'debt'] as const

/** The balances that the trial balance sums, by account. */
export function AccountBalances() {
  const t = useTexts(ledgerTexts)
  const books = useTexts(bookNames)
  const { number } = useFormat()
  const list = useList<AccountBalanceWire>('/api/admin/ledger/balances', {})
  const columns: readonly Column<AccountBalanceWire>[] = [
    {
      name: t.account,
      isMain: true,
      cell: ({ accountId }) => (
        <Anchor
          className="row-link"
          size="sm"
          c="inherit"
          fw={600}
          renderRoot={(props) => (
            <Link to="/operator/ledger/entries" search={{ accountId }} {...props} />
          )}
        >
          <AccountName id={accountId} />
        </Anchor>
      ),
    },
    ...merchantBooks.map((book) => ({
      name: books[book],
      align: 'right' as const,
      cell: (row: AccountBalanceWire) => <Money cents={row[book]} />,
    })),
    { name: t.entries, align: 'right', cell: ({ entries }) => number(entries) },
    {
      name: t.lastEntry,
      cell: ({ lastPostedAt }) => <When at={lastPostedAt} as="distance" />,
    },
  ]
  return (
    <Card title={t.accounts} lead={t.accountsLead} flush>
      <DataList
        list={list}
        columns={columns}
        rowKey={({ accountId }) => accountId}
        label={t.accounts}
        empty={
          <Text size="sm" c="dimmed" p="md">
            {t.noAccounts}
          </Text>
        }
      />
    </Card>
  )
}
