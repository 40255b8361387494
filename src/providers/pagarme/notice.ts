import { basicAuth, isSameSecret } from '../http/basic-auth.ts'
import { record, text } from '../http/json-reader.ts'
import type { CardNotice } from '../ports/card.ts'
import { isChargeId } from './decode.ts'
import type { PagarmeSettings } from './settings.ts'

/**
 * Reads a notice: authentic with the agreed credentials, a hint about one charge. Its content about
 * the charge is not read.
 */
export function readNotice(
  { user, password }: PagarmeSettings['notice'],
  headers: Readonly<Record<string, string | undefined>>,
  body: unknown,
): CardNotice | undefined {
  if (!isSameSecret(headers.authorization ?? '', basicAuth(user, password))) return undefined
  const notice = record(body)
  const type = text(notice?.type) ?? ''
  const data = record(notice?.data)
  const charge = type.startsWith('charge.') ? data : first(data?.charges)
  const reference = text(charge?.id)
  if (!reference || !isChargeId(reference)) return undefined
  return { reference, change: changes.get(type) ?? 'other' }
}

const first = (list: unknown) => (Array.isArray(list) ? record(list[0]) : undefined)

const changes: ReadonlyMap<string, CardNotice['change']> = new Map([
  ...[
    'paid',
    'payment_failed',
    'refunded',
    'partial_canceled',
    'pending',
    'processing',
    'updated',
  ].map((change): [string, CardNotice['change']] => [`charge.${change}`, 'status']),
  ['charge.chargedback', 'chargeback'],
  ['charge.chargeback_recovered', 'chargeback'],
])
