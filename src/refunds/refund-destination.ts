import type { Account } from '../accounts/account.ts'
import { cashoutSettingsOf } from '../accounts/cashout-settings.ts'
import { assertKeyOwner, type PixKeyInput, readKey } from '../accounts/pix-key-input.ts'
import type { App } from '../app.ts'
import { normalizeDocument } from '../brazil/document.ts'
import type { PixKey } from '../brazil/pix-key.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Transaction } from '../transactions/transaction.ts'
import type { RefundPayout } from './refund.ts'
import { refundMethods } from './refund-methods.ts'

/**
 * The rail of a refund. `undefined`: the payment's own rail, which is the only one while it is
 * available. Throws `pix-key-required`, `refund-too-late`, `refund-not-available`,
 * `provider-not-configured`, `pix-key-invalid`, `pix-key-owner-mismatch`.
 */
export function planRoute(
  account: Account,
  transaction: Transaction,
  { keyInput, now }: { readonly keyInput?: PixKeyInput; readonly now: Date },
): RefundPayout | undefined {
  const keyRequired = refundMethods[transaction.method].keyRequired(transaction, now)
  if (!keyInput) {
    if (keyRequired) throw keyRequired
    return undefined
  }
  // The payment's own rail pays the payer with certainty. A key may belong to any person.
  if (!keyRequired) throw new Rejection('refund-not-available', { field: 'pixKey' })
  const providerId = account.providers.payout
  if (!providerId)
    throw new Rejection('provider-not-configured', { params: { method: 'devolução por PIX' } })
  const key = readKey(keyInput)
  const ownerDocument = ownerOf(account, transaction, key)
  return { providerId, key, ...(ownerDocument !== undefined && { ownerDocument }) }
}

/**
 * The required owner of the key: the payer, unless the account sends to any key. A CPF or CNPJ key
 * is compared here. The bank compares every other key.
 */
function ownerOf(account: Account, { order }: Transaction, key: PixKey): string | undefined {
  const { ownerCheck } = cashoutSettingsOf(account)
  if (ownerCheck === 'none') return undefined
  const document = order.customer?.document
  // With nothing to compare, a stolen key could send old payments anywhere.
  if (!document)
    throw new Rejection('refund-not-available', { field: 'pixKey', params: { lacks: 'payer' } })
  const payer = normalizeDocument(document.number)
  assertKeyOwner(key, payer)
  return payer
}

/**
 * Throws `refund-bank-pays-holder-only`: the payer is not the holder of the account that sends, so
 * the bank would refuse the payment.
 */
export function assertBankPaysPayers(
  { providers }: Pick<App, 'providers'>,
  payout: RefundPayout | undefined,
): void {
  if (payout && providers.payout(payout.providerId).capabilities.paysHolderOnly)
    throw new Rejection('refund-bank-pays-holder-only', { field: 'pixKey' })
}
