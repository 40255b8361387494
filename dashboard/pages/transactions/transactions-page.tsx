import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { Page } from '../../parts/page.tsx'
import { TransactionState } from '../../parts/transaction-status.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { Money, When } from '../../parts/values.tsx'
import { methodNames } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { filterNames, TransactionFilters } from './transaction-filters.tsx'
import { transactionTexts } from './transactions-texts.ts'

export default function TransactionsPage() {
  const t = useTexts(transactionTexts)
  const methods = useTexts(methodNames)
  const filters = useFilters(filterNames)
  const list = useList<TransactionWire>('/api/user/transactions', filters.values, {
    object: 'transaction',
    keyOf: ({ id }) => id,
    read: (id) => call('GET', `/api/user/transactions/${id}`),
  })
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
          renderRoot={(props) => <Link to="/transactions/$id" params={{ id }} {...props} />}
        >
          <Money cents={amount} />
        </Anchor>
      ),
    },
    { name: t.status, isMain: true, cell: ({ status }) => <TransactionState status={status} /> },
    { name: t.method, cell: ({ paymentMethod }) => methods[paymentMethod] },
    { name: t.customer, cell: ({ customer }) => customer?.name ?? customer?.email ?? '' },
    { name: t.reference, cell: ({ externalRef }) => externalRef ?? '' },
    { name: t.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  ]
  return (
    <Page title={t.title}>
      <TransactionFilters filters={filters} />
      <Card flush>
        <DataList
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          label={t.title}
          hasFilters={filters.isAny}
          onClearFilters={filters.clear}
          empty={<EmptyPage title={t.emptyTitle} text={t.emptyText} example={firstCharge} />}
        />
      </Card>
    </Page>
  )
}

const firstCharge = `curl ${location.origin}/api/user/transactions \\
  -u "x:$GUICHE_SECRET_KEY" -H 'Content-Type: application/json' \\
  -d '{"amount": 1990, "paymentMethod": "PIX",
       "customer": {"name": "Ana Teste", "email": "ana@exemplo.com.br"}}'`
