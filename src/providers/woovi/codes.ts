import { readCharge, refused } from '../check-code.ts'
import { fieldsOf } from '../http/json-reader.ts'
import type { CodeFinding } from '../ports/payout.ts'
import { readDenial } from '../query-denied.ts'
import { readBody, readError, unknown, type WooviClient } from './client.ts'

/** What a dynamic code asks for, by `POST /decode/emv`. */
export async function findCode(
  client: WooviClient,
  emv: string,
  signal: AbortSignal,
): Promise<CodeFinding> {
  const answer = await client.call({ method: 'POST', path: '/decode/emv', body: { emv }, signal })
  const error = readError(answer)
  if (error !== undefined) return refused('qrcode-invalid', error)
  return readDenial(answer) ?? readCode(readBody(answer)) ?? unknown(answer)
}

/** `undefined`: ambiguous, or the receiver's bank did not respond to Woovi. */
function readCode(body: unknown) {
  const { isValid, payload } = fieldsOf(fieldsOf(body).cobLocation)
  const { txid, status, value, key, calendar } = fieldsOf(payload)
  const { creation: created, presentation: presented, expiration: seconds } = fieldsOf(calendar)
  if (isValid !== true) return undefined
  return readCharge({ txid, status, value, key, created, presented, seconds })
}
