import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AccountWire } from '../../../contract/account.ts'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { TransactionState } from '../../parts/transaction-status.tsx'
import { useList } from '../../parts/use-list.ts'
import { Money, When } from '../../parts/values.tsx'
import { methodNames } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { filterNames, TransactionFilters } from '../transactions/transaction-filters.tsx'
import { accountTexts } from './accounts-texts.ts'
import { usePartFilters } from './use-part-filters.ts'

/** The payments of an account, to read. */
export function AccountTransactions({ account }: { readonly account: AccountWire }) {
  const t = useTexts(accountTexts)
  const methods = useTexts(methodNames)
  const filters = usePartFilters(filterNames)
  const path = `/api/admin/accounts/${account.id}/transactions`
  const list = useList<TransactionWire>(path, filters.values)
  const columns: readonly Column<TransactionWire>[] = [
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
              to="/operator/accounts/$accountId/transactions/$id"
              params={{ accountId: account.id, id }}
              {...props}
            />
          )}
        >
          <Money cents={amount} />
        </Anchor>
      ),
    },
    { name: t.status, isMain: true, cell: ({ status }) => <TransactionState status={status} /> },
    { name: t.method, cell: ({ paymentMethod }) => methods[paymentMethod] },
    { name: t.customer, cell: ({ customer }) => customer?.name ?? customer?.email ?? '' },
    { name: t.reference, cell: ({ externalRef }) => externalRef ?? '' },
    { name: t.when, cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      name: t.id,
      cell: ({ id }) => (
        <Text span size="xs" className="code">
          {id}
        </Text>
      ),
    },
  ]
  return (
    <Stack>
      <TransactionFilters filters={filters} accountPath={path} />
      <Card title={t.transactions} lead={t.readOnly} flush>
        <DataList
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          label={t.transactions}
          hasFilters={filters.isAny}
          onClearFilters={filters.clear}
          empty={<EmptyPage title={t.nothingTitle} text={t.nothingText} />}
        />
      </Card>
    </Stack>
  )
}
