import type { PaymentLinkWire } from '../../../contract/payment-link.ts'
import { Card } from '../../parts/card.tsx'
import { Rows } from '../../parts/rows.tsx'
import { When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { methodNames } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { formTexts } from './form-texts.ts'
import { usePriceText } from './link-state.tsx'
import { linkTexts } from './links-texts.ts'

/** What the merchant chose of a link. */
export function LinkOffer({ link }: { readonly link: PaymentLinkWire }) {
  const t = useTexts(linkTexts)
  const form = useTexts(formTexts)
  const methods = useTexts(methodNames)
  const { list, number, money } = useFormat()
  const priceText = usePriceText()
  const { description, quantity, items, paymentMethods, maxInstallments, expiresAt, maxUses } = link
  return (
    <Card title={t.offer} lead={description}>
      <Rows
        rows={[
          [t.price, priceText(link)],
          [form.quantity, quantity && t.quantityRange(number(quantity.min), number(quantity.max))],
          ...items.map(
            ({ title, unitPrice, quantity: count }, index) =>
              [
                form.item(index + 1),
                [
                  count !== null && count > 1 ? `${number(count)} ×` : '',
                  title ?? '',
                  unitPrice === null ? '' : money(unitPrice),
                ]
                  .filter(Boolean)
                  .join(' '),
              ] as const,
          ),
          [
            form.methods,
            paymentMethods === null
              ? t.everyMethod
              : list(paymentMethods.map((method) => methods[method])),
          ],
          [form.installments, maxInstallments !== null && t.upTo(maxInstallments)],
          [t.ends, expiresAt === null ? t.noEnd : <When key="ends" at={expiresAt} />],
          [t.mostUses, maxUses === null ? t.noLimit : number(maxUses)],
          [t.redirect, link.redirectUrl],
          [t.created, <When key="created" at={link.createdAt} />],
        ]}
      />
    </Card>
  )
}
