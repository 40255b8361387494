import { transactionStatusNames } from '../../../contract/status-names.ts'
import { IdText } from '../../parts/code.tsx'
import { Money, Nothing, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'

const amounts = new Set([
  'amount',
  'gross',
  'net',
  'fee',
  'sales',
  'refundedAmount',
  'returnedAmount',
  'lostAmount',
])

/** One fact of a side: an amount, a day, an instant, an id, or a text. */
export function FactValue({ name, value }: { readonly name: string; readonly value: unknown }) {
  const statuses: Readonly<Record<string, string>> = useTexts(transactionStatusNames)
  if (value === null || value === undefined) return <Nothing />
  if (typeof value === 'number' && amounts.has(name)) return <Money cents={value} />
  if (typeof value !== 'string') return typeof value === 'number' ? value : JSON.stringify(value)
  if (name === 'status') return statuses[value] ?? value
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return <When at={value} as="day" />
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return <When at={value} />
  return /^[0-9a-f-]{36}$/.test(value) ? <IdText>{value}</IdText> : value
}
