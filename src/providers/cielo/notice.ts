import { isSameSecret } from '../http/basic-auth.ts'
import { count, record, text } from '../http/json-reader.ts'
import type { CardNotice } from '../ports/card.ts'
import { isPaymentId } from './decode.ts'
import type { CieloSettings } from './settings.ts'

/**
 * Reads a notice (docs/design/providers/cielo.md#notice-format). It is authentic when every header
 * agreed with Cielo has its value.
 */
export function readNotice(
  expected: CieloSettings['noticeHeaders'],
  headers: Readonly<Record<string, string | undefined>>,
  body: unknown,
): CardNotice | undefined {
  if (!isAuthentic(expected, headers)) return undefined
  const notice = record(body)
  const reference = text(notice?.PaymentId)
  if (!reference || !isPaymentId(reference)) return undefined
  return { reference, change: changes.get(count(notice?.ChangeType) ?? 0) ?? 'other' }
}

/**
 * 3 is a finished fraud analysis and 25 a partial cancel: both show in the sale's status or sums.
 */
const changes: ReadonlyMap<number, CardNotice['change']> = new Map([
  [1, 'status'],
  [3, 'status'],
  [5, 'cancel-denied'],
  [7, 'chargeback'],
  [8, 'fraud-alert'],
  [25, 'status'],
])

/** All headers are compared, so the duration reveals nothing about the secrets. */
function isAuthentic(
  expected: CieloSettings['noticeHeaders'],
  headers: Readonly<Record<string, string | undefined>>,
): boolean {
  let matching = 0
  for (const { name, value } of expected) {
    matching += Number(isSameSecret(headers[name.toLowerCase()] ?? '', value))
  }
  return expected.length > 0 && matching === expected.length
}
