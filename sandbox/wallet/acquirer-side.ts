import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { localDate } from '../../src/brazil/local-time.ts'
import type { ProcessingKey } from './processing-keys.ts'
import { decryptPayload } from './token-cipher.ts'

/**
 * What an acquirer reads from a token, or receives from a gateway that opened it. It stays in
 * memory for one call only.
 */
export interface WalletCharge {
  /** The device's account number. */
  readonly number: string
  /** MM/YYYY. */
  readonly expiration: string
  /** Base64. */
  readonly cryptogram: string
  readonly eci: string | null
  /**
   * What the payer confirmed; unknown when a gateway opened the token. Amount in cents, currency
   * ISO 4217 numeric.
   */
  readonly confirmed: { readonly amount: number; readonly currency: string } | null
}

/**
 * Opens a token with the acquirer's key. `undefined`: the token is for another key, was altered, or
 * is not a card payment.
 */
export function openToken(
  token: { readonly data: string; readonly ephemeralPublicKey: string },
  key: ProcessingKey,
): WalletCharge | undefined {
  const payload = decryptPayload(token, key)
  const [, year, month] =
    /^([0-9]{2})(0[1-9]|1[0-2])[0-9]{2}$/.exec(payload?.applicationExpirationDate ?? '') ?? []
  if (payload?.paymentDataType !== '3DSecure' || !year || !month) return undefined
  return {
    number: payload.applicationPrimaryAccountNumber,
    expiration: `${month}/20${year}`,
    cryptogram: payload.paymentData.onlinePaymentCryptogram,
    eci: payload.paymentData.eciIndicator ?? null,
    confirmed: { amount: payload.transactionAmount, currency: payload.currencyCode },
  }
}

/**
 * Why the issuer rejects a wallet charge before it checks the account, as an ABECS code: a
 * cryptogram that was used before, an amount or currency that differs from the confirmed one, or an
 * expired account number. `undefined`: there is no such reason.
 */
export function walletDecline(
  charge: WalletCharge,
  sale: { readonly amount: number; readonly now: Date; readonly isReplayed: boolean },
): string | undefined {
  if (sale.isReplayed) return '82'
  if (charge.confirmed && charge.confirmed.currency !== brazilianReal) return '12'
  if (charge.confirmed && charge.confirmed.amount !== sale.amount) return '13'
  return isExpired(charge.expiration, sale.now) ? '54' : undefined
}

const brazilianReal = '986'

/** Valid until the last day of the month, São Paulo time. */
export function isExpired(expiration: string, now: Date): boolean {
  const [month, year] = expiration.split('/')
  const today = localDate(now)
  return (
    Temporal.PlainYearMonth.compare(
      Temporal.PlainYearMonth.from(`${year}-${month}`),
      today.toPlainYearMonth(),
    ) < 0
  )
}

/** The cryptograms an acquirer has received. Each one is valid for one authorization. */
export interface SpentCryptograms {
  /** Stores the cryptogram. Returns whether it was used before. */
  spend(cryptogram: string): boolean
}

export function openSpentCryptograms(db: DatabaseSync, acquirer: string): SpentCryptograms {
  db.exec(`
    create table if not exists wallet_cryptograms (
      acquirer text not null,
      digest blob not null,
      primary key (acquirer, digest)
    ) strict, without rowid
  `)
  const insert = db.prepare('insert or ignore into wallet_cryptograms values (?, ?)')
  const digest = (cryptogram: string) =>
    createHash('sha256').update(Buffer.from(cryptogram, 'base64')).digest()
  return { spend: (cryptogram) => Number(insert.run(acquirer, digest(cryptogram)).changes) === 0 }
}
