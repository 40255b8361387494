import { Text } from '@mantine/core'
import type { RefundQuoteWire } from '../../../contract/refund.ts'
import { Failure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Money } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { transactionTexts } from './transactions-texts.ts'

/** What the refund costs the merchant, by the quote of the gateway. */
export function RefundCost({
  quote,
  error,
}: {
  readonly quote: RefundQuoteWire | undefined
  readonly error: unknown
}) {
  const t = useTexts(transactionTexts)
  const { money } = useFormat()
  if (error) return <Failure error={error} />
  if (!quote) return null
  const { amount, takenFrom, returnedFee, keptFee, cost, remainingAmount } = quote
  const from = (book: (typeof takenFrom)[number]['book']) =>
    takenFrom.filter((each) => each.book === book).reduce((sum, each) => sum + each.amount, 0)
  const moneyRow = (name: string, cents: number) =>
    [name, cents > 0 && <Money key={name} cents={cents} />] as const
  return (
    <div>
      <Rows
        rows={[
          moneyRow(t.payerGets, amount),
          moneyRow(t.fromAvailable, from('available')),
          moneyRow(t.fromPending, from('pending')),
          moneyRow(t.fromDebt, from('debt')),
          moneyRow(t.feeBack, returnedFee),
          [t.costsYou, <Money key="cost" cents={cost} />, 'total'],
        ]}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {keptFee > 0 && t.feeKept(money(keptFee))}{' '}
        {remainingAmount > 0 && t.leftToRefund(money(remainingAmount))}
      </Text>
    </div>
  )
}
