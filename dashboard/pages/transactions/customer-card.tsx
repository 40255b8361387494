import type { TransactionWire } from '../../../contract/transaction.ts'
import { Card } from '../../parts/card.tsx'
import { Rows } from '../../parts/rows.tsx'
import { documentText } from '../../text/document.ts'
import { useTexts } from '../../text/text.ts'
import { transactionTexts } from './transactions-texts.ts'

/** Who pays, as the charge named them. */
export function CustomerCard({
  transaction: { customer },
}: {
  readonly transaction: TransactionWire
}) {
  const t = useTexts(transactionTexts)
  if (!customer) return null
  const { name, email, phone, document, address } = customer
  return (
    <Card title={t.customer}>
      <Rows
        rows={[
          [t.name, name],
          [t.email, email],
          [t.phone, phone],
          [t.document, document && documentText(document.number)],
          [
            t.address,
            address &&
              [address.street, address.streetNumber, address.city, address.state]
                .flatMap((part) => part ?? [])
                .join(', '),
          ],
        ]}
      />
    </Card>
  )
}
