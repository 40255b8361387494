import type { CaseDetail } from '../../../contract/reconciliation.ts'
import { IdText } from '../../parts/code.tsx'
import { Money, Nothing, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { amounts, valueName, valueNames } from './case-facts.ts'

/** One fact of a side: an amount, a status, a day, an instant, an id, or a text. */
export function FactValue({
  name,
  value,
  objectType,
}: {
  readonly name: string
  readonly value: unknown
  /** What the case is about, whose statuses the fact has. */
  readonly objectType: CaseDetail['objectType']
}) {
  const names: Readonly<Record<string, string>> = useTexts(valueNames(name, objectType))
  if (value === null || value === undefined) return <Nothing />
  if (typeof value === 'number' && amounts.has(name)) return <Money cents={value} />
  if (typeof value !== 'string') return typeof value === 'number' ? value : JSON.stringify(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return <When at={value} as="day" />
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return <When at={value} />
  return /^[0-9a-f-]{36}$/.test(value) ? <IdText>{value}</IdText> : valueName(names, value)
}
