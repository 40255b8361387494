import { type Account, feeOf, type Price } from '../accounts/account.ts'
import { type CashoutSettings, cashoutSettingsOf } from '../accounts/cashout-settings.ts'
import { type GivenKey, readKey, refuseForeignKey } from '../accounts/given-key.ts'
import { type Grant, requirePermission } from '../accounts/grant.ts'
import { readDocument } from '../brazil/document.ts'
import type { PixKey } from '../brazil/pix-key.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Cashout, CashoutApproval, CashoutOrder, CashoutRequester } from './cashout.ts'
import { isNight, limitOf, limitPeriod } from './limit-period.ts'

/** A cashout somebody asks for. */
export interface CashoutRequest extends GivenKey {
  readonly amount: Cents
  readonly order: CashoutOrder
  /** The caller confirms that the second equal cashout is no mistake (docs/design/rules.md#i9). */
  readonly skipsDuplicateCheck: boolean
  readonly origin: Cashout['origin']
  readonly requestedBy?: CashoutRequester
  /** Of who asks. */
  readonly grant: Grant
}

/**
 * Checks a wish against the account's rules and drafts its cashout. Pure: what needs the balance and what was sent
 * before, the limit of the day or night with it, is settled when the draft is recorded. Throws `permission-denied`,
 * `cashout-disabled`, `provider-not-configured`, `pix-key-invalid`, `document-invalid`, `pix-key-owner-mismatch`,
 * `cashout-limit-exceeded`, `price-not-set`.
 */
export function planCashout(
  account: Account,
  wish: CashoutRequest,
  birth: { readonly id: string; readonly at: Date },
): Cashout {
  requirePermission(wish.grant, 'cashout:create')
  const { settings, providerId } = mayCashOut(account)
  const { id, at } = birth
  const { key, beneficiaryDocument, ownerDocument } = keyAndOwner(account, {
    ...wish,
    beneficiaryDocument: wish.order.beneficiaryDocument,
  })
  checkOperation(settings, wish.amount)
  const approval = approvalOf(settings, wish.amount)
  return {
    accountId: account.id,
    id,
    version: 1,
    status: 'PENDING',
    amount: wish.amount,
    fee: feeOn(cashoutPrice(account), wish.amount),
    returnedAmount: cents(0),
    key,
    providerId,
    order: { ...wish.order, beneficiaryDocument },
    origin: wish.origin,
    ...(wish.requestedBy && { requestedBy: wish.requestedBy }),
    ...(ownerDocument !== undefined && { ownerDocument }),
    ...(approval && { approval }),
    period: limitPeriod(at),
    returns: [],
    createdAt: at,
    updatedAt: at,
  }
}

/** Whether money may leave this account at all, and by which bank. Throws `cashout-disabled`, `provider-not-configured`. */
export function mayCashOut(account: Account): { readonly settings: CashoutSettings; readonly providerId: string } {
  const settings = cashoutSettingsOf(account)
  if (!settings.enabled) throw new Rejection('cashout-disabled')
  const providerId = account.providers.payout
  if (!providerId) throw new Rejection('provider-not-configured', { params: { method: 'saque' } })
  return { settings, providerId }
}

/** Throws `price-not-set`. */
export function cashoutPrice({ settings: { prices } }: Account): Price {
  if (!prices.CASHOUT) throw new Rejection('price-not-set', { params: { price: 'prices.CASHOUT' } })
  return prices.CASHOUT
}

/**
 * Until when a cashout to a key that was never paid waits: a stolen secret key cannot empty the account at once, and
 * the merchant has time to cancel. `undefined`: it may go now.
 */
export function waitsUntil(account: Account, { createdAt }: Pick<Cashout, 'createdAt'>): Date | undefined {
  const { newKeyWaitSeconds = 0 } = cashoutSettingsOf(account)
  return newKeyWaitSeconds === 0 ? undefined : new Date(createdAt.getTime() + newKeyWaitSeconds * 1_000)
}

/** Where the money goes, and whose it must be. Throws `pix-key-invalid`, `document-invalid`, `pix-key-owner-mismatch`. */
export function keyAndOwner(
  account: Account,
  given: GivenKey & { readonly beneficiaryDocument: string | null },
): { readonly key: PixKey; readonly beneficiaryDocument: string | null; readonly ownerDocument?: string } {
  const settings = cashoutSettingsOf(account)
  const key = readKey(given)
  const beneficiaryDocument = documentOf(given.beneficiaryDocument)
  const ownerDocument = ownerOf(account, { settings, key, beneficiaryDocument })
  return { key, beneficiaryDocument, ...(ownerDocument !== undefined && { ownerDocument }) }
}

/** The largest amount that can be sent so that it and its fee take no more than `total`. 0: none. */
export function amountWithin(price: Price, total: number): Cents {
  let amount = Math.floor(((total - price.fixed) * 10_000) / (10_000 + price.basisPoints))
  const fits = (tried: number) => tried + feeOn(price, cents(tried)) <= total
  while (amount > 0 && !fits(amount)) amount -= 1
  while (amount >= 0 && fits(amount + 1)) amount += 1
  return cents(Math.max(0, amount))
}

/** The price of a cashout, cents: on top of the amount, so it may be more than a small one. */
export const feeOn = (price: Price, amount: Cents): Cents =>
  cents(price.fixed + feeOf({ fixed: cents(0), basisPoints: price.basisPoints }, amount))

function documentOf(text: string | null): string | null {
  if (text === null) return null
  const reading = readDocument(text)
  if (!reading.ok) throw new Rejection('document-invalid', { field: 'beneficiaryDocument' })
  return reading.document.number
}

/** Whose key it must be. What the key itself tells is compared here, the rest by the bank. */
function ownerOf(
  account: Account,
  given: { readonly settings: CashoutSettings; readonly key: PixKey; readonly beneficiaryDocument: string | null },
): string | undefined {
  const { settings, key, beneficiaryDocument } = given
  if (settings.ownerCheck === 'none') return undefined
  const owner = settings.ownerCheck === 'account' ? account.document : beneficiaryDocument
  if (owner === null) return undefined
  if (beneficiaryDocument !== null && beneficiaryDocument !== owner)
    throw new Rejection('pix-key-owner-mismatch', { field: 'beneficiaryDocument' })
  refuseForeignKey(key, owner)
  return owner
}

/** Throws `cashout-limit-exceeded`. */
export function checkOperation({ limits }: CashoutSettings, amount: Cents): void {
  if (amount > limits.perOperation) throw limitExceeded('operation', limits.perOperation)
}

/** Whether the day or night still holds that amount beside what was asked for in it. Cents. Throws `cashout-limit-exceeded`. */
export function checkPeriod(
  { limits }: CashoutSettings,
  { amount, period, used }: { readonly amount: Cents; readonly period: string; readonly used: number },
): void {
  const left = Math.max(0, limitOf(period, limits) - used)
  if (amount > left) throw limitExceeded(isNight(period) ? 'night' : 'day', left)
}

/** `left`: what could still be sent, in cents. */
const limitExceeded = (limit: 'operation' | 'day' | 'night', left: number): Rejection =>
  new Rejection('cashout-limit-exceeded', { field: 'amount', params: { limit, left } })

function approvalOf({ approval }: CashoutSettings, amount: Cents): CashoutApproval | undefined {
  return approval && amount > approval.above ? { by: approval.by, state: 'waiting' } : undefined
}
