import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { Card } from '../../parts/card.tsx'
import { DataList } from '../../parts/data-list.tsx'
import { useList } from '../../parts/use-list.ts'
import { useTexts } from '../../text/text.ts'
import { useTransactionColumns } from '../transactions/transaction-columns.tsx'
import { linkTexts } from './links-texts.ts'

/** The newest payments of a link. */
export function LinkSales({ id }: { readonly id: string }) {
  const t = useTexts(linkTexts)
  const list = useList<TransactionWire>('/api/user/transactions', { paymentLinkId: id, limit: 10 })
  return (
    <Card
      flush
      title={t.transactions}
      aside={
        list.rows.length > 0 && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/transactions" search={{ paymentLinkId: id }} {...props} />
            )}
          >
            {t.allTransactions}
          </Anchor>
        )
      }
    >
      <DataList
        list={list}
        columns={useTransactionColumns()}
        rowKey={(sale) => sale.id}
        label={t.transactions}
        empty={
          <Text size="sm" c="dimmed" p="md">
            {t.noTransactions}
          </Text>
        }
      />
    </Card>
  )
}
