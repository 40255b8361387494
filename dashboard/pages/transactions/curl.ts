import type { TransactionWire } from '../../../contract/transaction.ts'

/** The command that reads the transaction. The key is a shell variable, so it is not copied. */
export const readCommand = ({ id }: Pick<TransactionWire, 'id'>): string =>
  `curl -u "x:$GUICHE_SECRET_KEY" ${location.origin}/api/user/transactions/${id}`

/** The command that creates an equal transaction. A card is a token of the merchant's own page. */
export function createCommand(transaction: TransactionWire): string {
  const { amount, paymentMethod, installments, customer, items, externalRef, metadata } =
    transaction
  const isCard = paymentMethod === 'CREDIT_CARD'
  const body = withoutNull({
    amount,
    paymentMethod,
    ...(isCard && { installments, card: { token: 'tok_…' } }),
    customer: customer && { ...customer, id: null },
    items: items.length > 0 ? items : null,
    externalRef,
    metadata,
  })
  const text = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)
  return `curl -u "x:$GUICHE_SECRET_KEY" ${location.origin}/api/user/transactions \\
  -H 'Content-Type: application/json' -H "Idempotency-Key: $(uuidgen)" \\
  -d '${text}'`
}

/** The same value without its absent fields, at every depth. */
function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      each === null ? [] : [[name, withoutNull(each)]],
    ),
  )
}
