import type { QuoteWire } from '../../../contract/receivable.ts'
import { Rows } from '../../parts/rows.tsx'
import { Money } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { cashoutTexts } from './cashouts-texts.ts'

/** What leaves the balance, by the quote of the gateway. */
export function CashoutCost({
  quote: { amount, fee, totalAmount },
  available,
}: {
  readonly quote: QuoteWire
  readonly available: number | undefined
}) {
  const t = useTexts(cashoutTexts)
  const total = totalAmount ?? amount
  return (
    <Rows
      rows={[
        [t.receives, <Money key="amount" cents={amount} />],
        [t.fee, <Money key="fee" cents={fee.estimatedFee} />],
        [t.total, <Money key="total" cents={total} />, 'total'],
        [
          t.staysAvailable,
          available !== undefined && available >= total && <Money cents={available - total} />,
        ],
      ]}
    />
  )
}
