import type { PaymentLinkWire } from '../../../contract/payment-link.ts'
import { State } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { linkTexts, unusableNames } from './links-texts.ts'

/** Whether a link sells, or why not. */
export function LinkState({
  link: { unusableReason },
}: {
  readonly link: Pick<PaymentLinkWire, 'unusableReason'>
}) {
  const t = useTexts(linkTexts)
  const names = useTexts(unusableNames)
  if (unusableReason === null) return <State tone="good">{t.usable}</State>
  return (
    <State tone={unusableReason === 'inactive' ? 'neutral' : 'attention'}>
      {names[unusableReason]}
    </State>
  )
}

/** The price as a text: an amount, one of a piece, or a range. */
export function usePriceText(): (
  link: Pick<PaymentLinkWire, 'amount' | 'openAmount' | 'quantity'>,
) => string {
  const t = useTexts(linkTexts)
  const { money } = useFormat()
  return ({ amount, openAmount, quantity }) => {
    if (openAmount !== null) return t.range(money(openAmount.min), money(openAmount.max))
    const price = money(amount ?? 0)
    return quantity === null ? price : t.each(price)
  }
}
