import { type Account, feeOf, type Price } from '../accounts/account.ts'
import { type CashoutSettings, cashoutSettingsOf } from '../accounts/cashout-settings.ts'
import { type Grant, requirePermission } from '../accounts/grant.ts'
import { assertKeyOwner, type PixKeyInput, readKey } from '../accounts/pix-key-input.ts'
import { type BankAccount, normalizeBankAccount, writeBankAccount } from '../brazil/bank-account.ts'
import { readDocument } from '../brazil/document.ts'
import type { Destination, PixKey } from '../brazil/pix-key.ts'
import { defined } from '../primitives/defined.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import {
  type Cashout,
  type CashoutApproval,
  type CashoutOrder,
  type CashoutRequester,
  type PaidCode,
  totalOf,
} from './cashout.ts'
import type { CashoutCode } from './cashout-code.ts'
import { isNight, limitOf, limitPeriod } from './limit-period.ts'
import { isOwnDestination } from './own-destination.ts'
import { type AskedOwner, isQueryOf } from './owner-query.ts'

/** Where a cashout is to go: a key, an account, or the key behind a BR Code. */
export type DestinationInput =
  | PixKeyInput
  | { readonly bankAccount: BankAccount }
  | { readonly code: CashoutCode }

/** A request for a cashout. */
export type CashoutRequest = DestinationInput & CashoutTerms

/** Whether the money can reach no other key. */
export const hasVerifiedKey = (destination: DestinationInput): boolean =>
  !('code' in destination) || destination.code.isVerified

export interface CashoutTerms {
  readonly amount: Cents
  readonly order: CashoutOrder
  /** The caller confirms that the second equal cashout is intended (docs/design/rules.md#i9). */
  readonly skipsDuplicateCheck: boolean
  readonly origin: Cashout['origin']
  readonly requestedBy?: CashoutRequester
  /** A query of the owner of a key. It has no effect on a cashout to another key. */
  readonly ownerQuery?: AskedOwner
  /** The permissions of the caller. */
  readonly grant: Grant
}

/**
 * Checks a request against the account's rules and drafts its cashout. Pure: the balance, earlier
 * cashouts and the limit of the day or night are checked when the draft is recorded. Throws
 * `permission-denied`, `cashout-disabled`, `provider-not-configured`, `pix-key-invalid`,
 * `document-invalid`, `pix-key-owner-mismatch`, `bank-account-invalid`, `cashout-limit-exceeded`,
 * `price-not-set`.
 */
export function planCashout(
  account: Account,
  request: CashoutRequest,
  identity: { readonly id: string; readonly at: Date },
): Cashout {
  const { settings, providerId } = mayRequest(account, request)
  const { id, at } = identity
  const { key, beneficiaryDocument, ownerDocument } = destinationOf(account, request)
  const approval = approvalOf(settings, {
    amount: request.amount,
    isOwn: hasVerifiedKey(request) && isOwnDestination(account.document, { key, ownerDocument }),
  })
  return {
    accountId: account.id,
    id,
    version: 1,
    status: 'PENDING',
    amount: request.amount,
    fee: feeOn(cashoutPrice(account), request.amount),
    returnedAmount: cents(0),
    key,
    providerId,
    order: { ...request.order, beneficiaryDocument },
    origin: request.origin,
    ...(request.requestedBy && { requestedBy: request.requestedBy }),
    ...defined({ ownerDocument, approval, ownerQuery: queryOf(request, { key, providerId }) }),
    ...('code' in request && { code: paidCode(request.code) }),
    period: limitPeriod(at),
    returns: [],
    createdAt: at,
    updatedAt: at,
  }
}

const paidCode = ({ key: _, ...code }: CashoutCode): PaidCode => code

/**
 * The rules that need no destination. Throws `permission-denied`, `cashout-disabled`,
 * `provider-not-configured`, `cashout-limit-exceeded`.
 */
export function mayRequest(
  account: Account,
  { grant, amount }: Pick<CashoutTerms, 'grant' | 'amount'>,
): ReturnType<typeof mayCashOut> {
  requirePermission(grant, 'cashouts:create')
  const sender = mayCashOut(account)
  checkOperation(sender.settings, amount)
  return sender
}

/**
 * The provider that sends this account's cashouts. Throws `cashout-disabled`,
 * `provider-not-configured`.
 */
export function mayCashOut(account: Account): {
  readonly settings: CashoutSettings
  readonly providerId: string
} {
  const settings = cashoutSettingsOf(account)
  if (!settings.enabled) throw new Rejection('cashout-disabled')
  const providerId = account.providers.payout
  if (!providerId) throw new Rejection('provider-not-configured', { params: { method: 'saque' } })
  return { settings, providerId }
}

const queryOf = (
  { ownerQuery: query }: CashoutTerms,
  destination: Parameters<typeof isQueryOf>[1],
): AskedOwner | undefined => (query && isQueryOf(query, destination) ? query : undefined)

/** Throws `price-not-set`. */
export function cashoutPrice({ settings: { prices } }: Account): Price {
  if (!prices.CASHOUT) throw new Rejection('price-not-set', { params: { price: 'prices.CASHOUT' } })
  return prices.CASHOUT
}

/**
 * The end of the wait of a cashout to a key that was never paid. With the wait a stolen secret key
 * cannot empty the account at once, and the merchant has time to cancel. `undefined`: it may be
 * sent now.
 */
export function waitsUntil(
  account: Account,
  { createdAt }: Pick<Cashout, 'createdAt'>,
): Date | undefined {
  const { newKeyWaitSeconds = 0 } = cashoutSettingsOf(account)
  return newKeyWaitSeconds === 0
    ? undefined
    : new Date(createdAt.getTime() + newKeyWaitSeconds * 1_000)
}

/**
 * The destination and the owner that it must have. The bank compares the owner of an account with
 * the name and the document of the beneficiary, which both are required.
 */
function destinationOf(account: Account, request: CashoutRequest) {
  const { beneficiaryName, beneficiaryDocument: document } = request.order
  if ('code' in request) {
    const { type: keyType, value: pixKey } = request.code.key
    const input = { pixKey, keyType, keyField: 'qrcode' as const }
    return keyAndOwner(account, { ...input, beneficiaryDocument: document })
  }
  if (!('bankAccount' in request))
    return keyAndOwner(account, { ...request, beneficiaryDocument: document })
  const bankAccount = normalizeBankAccount(request.bankAccount)
  if (!bankAccount) throw new Rejection('bank-account-invalid', { field: 'bankAccount' })
  if (!beneficiaryName) throw new Rejection('bank-account-invalid', { field: 'beneficiaryName' })
  const beneficiaryDocument = documentOf(document)
  if (beneficiaryDocument === null)
    throw new Rejection('bank-account-invalid', { field: 'beneficiaryDocument' })
  if (
    cashoutSettingsOf(account).ownerCheck === 'account' &&
    beneficiaryDocument !== account.document
  )
    throw new Rejection('pix-key-owner-mismatch', { field: 'beneficiaryDocument' })
  const key: Destination = { type: 'ACCOUNT', value: writeBankAccount(bankAccount) }
  return { key, beneficiaryDocument, ownerDocument: beneficiaryDocument }
}

/**
 * The destination key and the owner it must have. A CPF or CNPJ key is compared here. The bank
 * compares every other key. Throws `pix-key-invalid`, `document-invalid`, `pix-key-owner-mismatch`.
 */
export function keyAndOwner(
  account: Account,
  input: PixKeyInput & {
    readonly beneficiaryDocument: string | null
    /** The field of the request that has the key. Absent: `pixKey`. */
    readonly keyField?: 'qrcode'
  },
): {
  readonly key: PixKey
  readonly beneficiaryDocument: string | null
  readonly ownerDocument?: string
} {
  const key = readKey(input)
  const owner = requiredOwner(account, input.beneficiaryDocument)
  if (owner.ownerDocument !== undefined) assertKeyOwner(key, owner.ownerDocument, input.keyField)
  return { key, ...owner }
}

/** The largest amount that, together with its fee, is at most `total`. 0: none. */
export function amountWithin(price: Price, total: number): Cents {
  let amount = Math.floor(((total - price.fixed) * 10_000) / (10_000 + price.basisPoints))
  const fits = (tried: number) => tried + feeOn(price, cents(tried)) <= total
  while (amount > 0 && !fits(amount)) amount -= 1
  while (amount >= 0 && fits(amount + 1)) amount += 1
  return cents(Math.max(0, amount))
}

/** The price of a cashout in cents. It is charged in addition, so it may exceed a small amount. */
export const feeOn = (price: Price, amount: Cents): Cents =>
  cents(price.fixed + feeOf({ fixed: cents(0), basisPoints: price.basisPoints }, amount))

function documentOf(text: string | null): string | null {
  if (text === null) return null
  const reading = readDocument(text)
  if (!reading.ok) throw new Rejection('document-invalid', { field: 'beneficiaryDocument' })
  return reading.document.number
}

/** The owner that any key must have. Throws `document-invalid`, `pix-key-owner-mismatch`. */
export function requiredOwner(
  account: Account,
  document: string | null,
): { readonly beneficiaryDocument: string | null; readonly ownerDocument?: string } {
  const { ownerCheck } = cashoutSettingsOf(account)
  const beneficiaryDocument = documentOf(document)
  const owner = ownerCheck === 'account' ? account.document : beneficiaryDocument
  if (ownerCheck === 'none' || owner === null) return { beneficiaryDocument }
  if (beneficiaryDocument !== null && beneficiaryDocument !== owner)
    throw new Rejection('pix-key-owner-mismatch', { field: 'beneficiaryDocument' })
  return { beneficiaryDocument, ownerDocument: owner }
}

/** Throws `insufficient-balance`. */
export function assertCovered(
  cashout: Pick<Cashout, 'amount' | 'fee'>,
  { available }: { readonly available: number },
): void {
  const missing = totalOf(cashout) - available
  if (missing > 0)
    throw new Rejection('insufficient-balance', { field: 'amount', params: { missing } })
}

/** Throws `cashout-limit-exceeded`. */
export function checkOperation({ limits }: CashoutSettings, amount: Cents): void {
  if (amount > limits.perOperation) throw limitExceeded('operation', limits.perOperation)
}

/**
 * Checks that the rest of the limit of the day or night covers the amount. Cents. Throws
 * `cashout-limit-exceeded`.
 */
export function checkPeriod(
  { limits }: CashoutSettings,
  {
    amount,
    period,
    used,
  }: { readonly amount: Cents; readonly period: string; readonly used: number },
): void {
  const left = Math.max(0, limitOf(period, limits) - used)
  if (amount > left) throw limitExceeded(isNight(period) ? 'night' : 'day', left)
}

/** `left`: the largest amount that can still be sent, in cents. */
const limitExceeded = (limit: 'operation' | 'day' | 'night', left: number): Rejection =>
  new Rejection('cashout-limit-exceeded', { field: 'amount', params: { limit, left } })

/** An account without a rule for amounts has a person decide about the owner. */
function approvalOf(
  { approval, ownerCheck }: CashoutSettings,
  { amount, isOwn }: { readonly amount: Cents; readonly isOwn: boolean },
): CashoutApproval | undefined {
  if (ownerCheck === 'account-or-approval' && !isOwn)
    return { by: approval?.by ?? 'person', cause: 'owner', state: 'waiting' }
  return approval && amount > approval.above ? { by: approval.by, state: 'waiting' } : undefined
}
