import { Table } from '@mantine/core'
import type { RefundStatus, TransactionWire } from '../../../contract/transaction.ts'
import { Card } from '../../parts/card.tsx'
import { Money, State, type Tone, When } from '../../parts/values.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useTexts } from '../../text/text.ts'
import { refundStatusNames, transactionTexts } from './transactions-texts.ts'

const tones: Readonly<Record<RefundStatus, Tone>> = {
  PROCESSING: 'waiting',
  COMPLETED: 'good',
  FAILED: 'bad',
}

/** The refunds of the payment, and what became of each. */
export function Refunds({ transaction: { refunds } }: { readonly transaction: TransactionWire }) {
  const t = useTexts(transactionTexts)
  const names = useTexts(refundStatusNames)
  if (refunds.length === 0) return null
  return (
    <Card title={t.refunds} flush>
      <WideTable label={t.refunds} minWidth={420} isFlush>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.status}</Table.Th>
            <Table.Th>{t.created}</Table.Th>
            <Table.Th ta="right">{t.amount}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {refunds.map(({ id, status, amount, createdAt, failedReason }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <State tone={tones[status]}>{names[status]}</State> {failedReason}
              </Table.Td>
              <Table.Td>
                <When at={createdAt} />
              </Table.Td>
              <Table.Td ta="right">
                <Money cents={amount} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </Card>
  )
}
