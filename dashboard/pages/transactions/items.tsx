import { Table } from '@mantine/core'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { Card } from '../../parts/card.tsx'
import { Money, Nothing } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { transactionTexts } from './transactions-texts.ts'

/** What was sold. */
export function Items({ transaction: { items } }: { readonly transaction: TransactionWire }) {
  const t = useTexts(transactionTexts)
  if (items.length === 0) return null
  return (
    <Card title={t.items} flush>
      <Table horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.item}</Table.Th>
            <Table.Th ta="right">{t.quantity}</Table.Th>
            <Table.Th ta="right">{t.unitPrice}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ title, quantity, unitPrice }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may be equal, and never move.
            <Table.Tr key={index}>
              <Table.Td>{title ?? <Nothing />}</Table.Td>
              <Table.Td ta="right">{quantity ?? <Nothing />}</Table.Td>
              <Table.Td ta="right">
                {unitPrice === null ? <Nothing /> : <Money cents={unitPrice} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}
