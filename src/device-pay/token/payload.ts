import { passesLuhn } from '../../brazil/card-brand.ts'
import { isCardExpired } from '../../brazil/card-expiry.ts'
import type { Cents } from '../../primitives/money.ts'
import type { WalletCryptogram } from '../../providers/ports/card.ts'
import type { PayloadProblem } from './token-problem.ts'

export type OpenedToken =
  | { readonly ok: true; readonly payload: WalletCryptogram }
  | { readonly ok: false; readonly reason: PayloadProblem }

/**
 * Reads a decrypted payload and compares it with its payment
 * (docs/design/device-wallet.md#decrypted-payload). Unknown keys are accepted.
 */
export function readPayload(
  plaintext: Buffer,
  { amount, now }: { readonly amount: Cents; readonly now: Date },
): OpenedToken {
  const payload = objectIn(plaintext)
  if (!payload) return refused('malformed_payload')
  const { onlinePaymentCryptogram: cryptogram, eciIndicator: eci } = objectOf(payload.paymentData)
  const number = payload.applicationPrimaryAccountNumber
  const expiry = expiryIn(payload.applicationExpirationDate)
  const isReadable = isText(number) && expiry && (eci === undefined || typeof eci === 'string')
  if (payload.currencyCode !== brl) return refused('currency_mismatch')
  if (payload.transactionAmount !== amount) return refused('amount_mismatch')
  if (payload.paymentDataType !== '3DSecure') return refused('unsupported_payment_data')
  if (!isReadable || !isText(cryptogram)) return refused('malformed_payload')
  if (isCardExpired(expiry, now)) return refused('card_expired')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return refused('bad_card_number')
  const { month: expirationMonth, year: expirationYear } = expiry
  // Kept when the network sent it: the issuer declines without it.
  return {
    ok: true,
    payload: {
      number,
      expirationMonth,
      expirationYear,
      cryptogram,
      ...(eci !== undefined && { eci }),
    },
  }
}

const brl = '986'

const refused = (reason: PayloadProblem): OpenedToken => ({ ok: false, reason })

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function objectIn(plaintext: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : undefined
  } catch {
    return undefined
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** `YYMMDD`. A card is valid to the end of its month. The day is ignored. */
function expiryIn(value: unknown): { readonly month: number; readonly year: number } | undefined {
  const [, year, month] =
    (typeof value === 'string' && /^(\d\d)(0[1-9]|1[0-2])\d\d$/.exec(value)) || []
  return year === undefined || month === undefined
    ? undefined
    : { month: Number(month), year: 2000 + Number(year) }
}
