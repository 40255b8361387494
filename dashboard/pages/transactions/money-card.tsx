import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReceivableWire } from '../../../contract/receivable.ts'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { list } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Money, When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { transactionTexts } from './transactions-texts.ts'

/** Where the receivables of the payment are read, and whether the person may read them. */
interface ReceivablesSource {
  readonly path: string
  readonly isPermitted: boolean
}

/** What the payer pays, what the platform keeps, what is left, and when it arrives. */
export function MoneyCard({
  transaction,
  receivables,
}: {
  readonly transaction: TransactionWire
  /** Left out: of the account of the pages. */
  readonly receivables?: ReceivablesSource
}) {
  const t = useTexts(transactionTexts)
  const isPermitted = useMay().atAccount('wallet:read')
  const { number } = useFormat()
  const { amount, fee, refundedAmount, paidAt } = transaction
  const price = `${number(fee.spreadPercentage)} %`
  return (
    <Card title={t.money}>
      <Rows
        rows={[
          [t.gross, <Money key="gross" cents={amount} />],
          [
            t.feeOf(fee.fixedAmount > 0 ? null : price),
            <Money key="fee" cents={-fee.estimatedFee} />,
          ],
          [t.net, <Money key="net" cents={fee.netAmount} />, 'total'],
          [t.refunded, refundedAmount > 0 && <Money cents={-refundedAmount} />],
        ]}
      />
      {paidAt && (
        <Receivables
          transaction={transaction}
          source={receivables ?? { path: '/api/user/receivables', isPermitted }}
        />
      )}
    </Card>
  )
}

/** When the money becomes available: as it is now, for a person who may see the wallet. */
function Receivables({
  transaction: { id, receivables },
  source: { path, isPermitted },
}: {
  readonly transaction: TransactionWire
  readonly source: ReceivablesSource
}) {
  const t = useTexts(transactionTexts)
  const { data } = useQuery({
    queryKey: ['transaction', id, 'receivables', path],
    enabled: isPermitted && receivables.length > 0,
    queryFn: ({ signal }) =>
      list<ReceivableWire>(path, {
        query: { transactionId: id, limit: 100 },
        signal,
      }),
  })
  if (receivables.length === 0)
    return (
      <Text size="sm" c="dimmed" mt="xs">
        {t.availableAtOnce}
      </Text>
    )
  const rows = data?.rows ?? receivables.map((each) => ({ ...each, due: each.net, status: null }))
  return (
    <Table mt="sm" horizontalSpacing={0} aria-label={t.receivables}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.receivable}</Table.Th>
          <Table.Th>{t.arrives}</Table.Th>
          <Table.Th ta="right">{t.net}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ number, date, due, status }) => (
          <Table.Tr key={number}>
            <Table.Td>{t.part(number, rows.length)}</Table.Td>
            <Table.Td>
              <When at={date} as="day" /> {status === 'SETTLED' && t.settled}
            </Table.Td>
            <Table.Td ta="right">
              <Money cents={due} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
