import { type Rejected, rejected } from '../acquirer/request-rejected.ts'
import type { RejectedReason } from '../ports/card.ts'

/**
 * The rejection in a 400 to a sale, by its codes (docs/design/providers/cielo.md#error-codes).
 * `undefined`: it does not prove that nothing was charged. Codes below 300 reject the request
 * before it is processed; codes from 300 concern an existing sale.
 */
export function rejectionOf(codes: readonly number[]): Rejected | undefined {
  if (codes.length === 0 || codes.some((code) => code >= 300 && code !== blocked)) return undefined
  const decisive = codes.find((code) => reasons.has(code)) ?? codes[0]
  return rejected(reasons.get(decisive ?? 0) ?? 'provider-misconfigured', String(decisive))
}

const blocked = 306

const reasons: ReadonlyMap<number, RejectedReason> = new Map([
  ...each(
    [101, 102, 107, 114, 115, 116, 119, 121, 122, 129, 131, 132, 184, 306],
    'provider-misconfigured',
  ),
  ...each([104, 105, 155, 156, 157, 158, 183, 216], 'customer-invalid'),
  ...each([108], 'amount-invalid'),
  ...each([117, 118, 124, 125, 126, 127, 128, 130, 146, 174, 177], 'card-invalid'),
  ...each([180, 182, 185, 213, 214], 'card-invalid'),
  ...each([123, 179], 'installments-invalid'),
  ...each([173, 186], 'method-not-enabled'),
  ...each([211], 'wallet-token-invalid'),
  ...each([212], 'wallet-not-supported'),
])

function each(codes: readonly number[], reason: RejectedReason): [number, RejectedReason][] {
  return codes.map((code) => [code, reason])
}
