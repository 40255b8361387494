import type { TransactionWire } from '../../../contract/transaction.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { Page } from '../../parts/page.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { useTexts } from '../../text/text.ts'
import { useTransactionColumns } from './transaction-columns.tsx'
import { filterNames, TransactionFilters } from './transaction-filters.tsx'
import { transactionTexts } from './transactions-texts.ts'

export default function TransactionsPage() {
  const t = useTexts(transactionTexts)
  const filters = useFilters(filterNames)
  const list = useList<TransactionWire>('/api/user/transactions', filters.values, {
    object: 'transaction',
    keyOf: ({ id }) => id,
    read: (id) => call('GET', `/api/user/transactions/${id}`),
  })
  return (
    <Page title={t.title}>
      <TransactionFilters filters={filters} />
      <Card flush>
        <DataList
          list={list}
          columns={useTransactionColumns()}
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
