import type { TransactionWire } from '../../../contract/transaction.ts'
import { Card } from '../../parts/card.tsx'
import { Rows } from '../../parts/rows.tsx'
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

/** A CPF or CNPJ with its dots and dash. */
const documentText = (number: string): string =>
  number.length === 11
    ? number.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')
    : number.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, '$1.$2.$3/$4-$5')
