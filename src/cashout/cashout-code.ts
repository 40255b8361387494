import { type BrCode, readBrCode } from '../brazil/br-code.ts'
import { normalizePixKey, type PixKey } from '../brazil/pix-key.ts'
import { defined } from '../primitives/defined.ts'
import type { Cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { CodeFound, PayoutCode } from '../providers/ports/payout.ts'
import type { PaidCode } from './cashout.ts'

/** A BR Code that a cashout pays, with the key behind it. */
export interface CashoutCode extends PaidCode {
  /** In its normal form. */
  readonly key: PixKey
}

type PayableCode = Exclude<BrCode, { kind: 'recurrence' }>

/**
 * Reads the code itself. Pure. Throws `qrcode-invalid`, and `qrcode-not-supported` for a code that
 * no cashout pays: Pix Automático, and money in cash (Pix Saque). The reading of the bank refuses a
 * dynamic code that gives cash.
 */
export function readCashoutCode(text: string): PayableCode {
  const reading = readBrCode(text)
  if (!reading.ok) throw new Rejection('qrcode-invalid', { field: 'qrcode' })
  const { code } = reading
  const isCash = code.kind === 'static' && code.facilitatorIspb !== null
  if (code.kind === 'recurrence' || isCash)
    throw new Rejection('qrcode-not-supported', { field: 'qrcode' })
  return code
}

/**
 * The key of a static code, which it prints. `amount`: what the caller is about to pay. Throws
 * `qrcode-invalid`, `qrcode-amount-differs`.
 */
export function keyOfStatic(code: Extract<BrCode, { kind: 'static' }>, amount: Cents): PixKey {
  const key = normalizePixKey(code.pixKey)
  if (!key.ok) throw new Rejection('qrcode-invalid', { field: 'qrcode' })
  // A printed zero leaves the amount to the payer.
  if (code.amount) assertAmount(code.amount, amount)
  return key.key
}

/**
 * The key of a dynamic code, as the bank reads it. Throws `qrcode-not-payable`,
 * `qrcode-amount-differs`.
 */
export function keyOfDynamic({ state, key, amount: due }: CodeFound, amount: Cents): PixKey {
  if (state !== 'payable')
    throw new Rejection('qrcode-not-payable', { field: 'qrcode', params: { state } })
  assertAmount(due, amount)
  return key
}

function assertAmount(due: Cents, amount: Cents): void {
  if (due !== amount)
    throw new Rejection('qrcode-amount-differs', { field: 'amount', params: { amount: due } })
}

/**
 * The charge of a dynamic code. A receiver can print one location and give it a new charge after
 * each payment, so the txid is part of it. `undefined`: the code is static.
 */
export function chargeOf({ text, txid }: Omit<PaidCode, 'isVerified'>): string | undefined {
  const reading = readBrCode(text)
  if (!reading.ok || reading.code.kind !== 'dynamic') return undefined
  const { location } = reading.code
  return txid === undefined ? location : `${location} ${txid}`
}

/** What the bank needs of a code that `readCashoutCode` accepted. */
export function payoutCode({ text, txid }: PaidCode): PayoutCode {
  const printed = readCashoutCode(text)
  return printed.kind === 'dynamic'
    ? { text, isDynamic: true, ...defined({ txid }) }
    : { text, isDynamic: false, ...(printed.txid !== null && { txid: printed.txid }) }
}
