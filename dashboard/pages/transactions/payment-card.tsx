import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { Card } from '../../parts/card.tsx'
import { IdText } from '../../parts/code.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Money, When } from '../../parts/values.tsx'
import { methodNames } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { useDueRows } from './due-rows.ts'
import { overdueNames, transactionTexts } from './transactions-texts.ts'

/** The method, the times and the ids: what a person compares with another system. */
export function PaymentCard({
  transaction,
  opensLink = false,
}: {
  readonly transaction: TransactionWire
  /** Whether the person may see the payment link of the transaction. */
  readonly opensLink?: boolean
}) {
  const t = useTexts(transactionTexts)
  const methods = useTexts(methodNames)
  const steps = useTexts(overdueNames)
  const { id, card, acquirer, endToEndId, externalRef, createdAt, paidAt, pix, boleto } =
    transaction
  const { paymentLinkId } = transaction
  const dueRows = useDueRows(pix?.due)
  const idText = (text: string | null | undefined) => text && <IdText>{text}</IdText>
  return (
    <Card title={t.payment}>
      <Rows
        rows={[
          [t.method, methods[transaction.paymentMethod]],
          [t.card, card && `${card.brand} ${card.lastDigits}`],
          [t.installments, card && transaction.installments],
          [t.created, <When key="created" at={createdAt} />],
          [t.paidAt, paidAt && <When at={paidAt} />],
          [t.expires, !paidAt && pix?.expirationDate && <When at={pix.expirationDate} />],
          [t.dueDate, boleto && <When at={boleto.expirationDate} as="day" />],
          [
            t.unpaid,
            boleto?.overdue && t.unpaidStep(steps[boleto.overdue.action], boleto.overdue.afterDays),
          ],
          [t.inProtest, boleto?.inProtestSince && <When at={boleto.inProtestSince} />],
          [t.dueDate, pix?.due && <When at={pix.due.date} as="day" />],
          [t.originalAmount, pix?.due && <Money cents={pix.due.originalAmount} />],
          ...dueRows,
          [t.refusedReason, transaction.refusedReason],
          [t.reference, idText(externalRef)],
          [t.id, <IdText key="id">{id}</IdText>],
          ['EndToEndId', idText(endToEndId)],
          ['TID', idText(acquirer?.tid)],
          ['NSU', idText(acquirer?.nsu)],
          [
            t.paymentLink,
            paymentLinkId && (opensLink ? <OfLink id={paymentLinkId} /> : idText(paymentLinkId)),
          ],
          [t.authorization, idText(acquirer?.authorizationCode)],
          [t.digitableLine, idText(boleto?.digitableLine)],
        ]}
      />
    </Card>
  )
}

/** The link that was paid. */
function OfLink({ id }: { readonly id: string }) {
  return (
    <Anchor
      className="code"
      renderRoot={(props) => <Link to="/payment-links/$id" params={{ id }} {...props} />}
    >
      {id}
    </Anchor>
  )
}
