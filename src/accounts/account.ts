import type { AccountStatus, AccountWire } from '../../contract/account.ts'
import { type Cents, cents } from '../primitives/money.ts'
import type { CashoutSettings } from './cashout-settings.ts'

export type AccountId = string

/** A merchant's account: what it may do, at what price, through which providers. */
export interface Account {
  readonly id: AccountId
  readonly name: string
  /**
   * The name that the merchant chose for its pages. Absent: it chose none, or the account was read
   * for something else than a request.
   */
  readonly brandName?: string
  /** CPF or CNPJ, normalized. */
  readonly document: string
  readonly status: AccountStatus
  readonly settings: AccountSettings
  /** The providers of this account. Without a provider the account lacks the method. */
  readonly providers: {
    readonly card?: string
    readonly pix?: string
    readonly boleto?: string
    readonly payout?: string
  }
}

export interface AccountSettings {
  readonly methods: AccountWire['methods']
  readonly limits: {
    readonly minAmount: Cents
    readonly maxAmount: Cents
    readonly maxInstallments: number
  }
  readonly prices: Prices
  readonly settlementDays: SettlementDays
  /** The rules of cashouts. Absent: no cashout is allowed. */
  readonly cashout?: CashoutSettings
  /** Text on the card statement, at most 13 letters and digits. */
  readonly softDescriptor?: string
  /** Days a boleto stays payable after its due date. */
  readonly boletoPayableDaysAfterDue: number
  /** Days after the due date at which a boleto goes to protest by default. Absent and 0: never. */
  readonly boletoProtestAfterDays?: number
  /** An order with a protest or a negative listing is rejected (absent) or allowed. */
  readonly boletoOverdueInOrders?: AccountWire['boletoOverdueInOrders']
  /**
   * A refund above the available and pending balances is rejected (absent), or becomes a debt.
   */
  readonly refundsBeyondBalance?: AccountWire['refundsBeyondBalance']
  /**
   * Seconds within which the same refund of a payment again is rejected as a probable mistake
   * (docs/design/rules.md#i9). 0: never. Absent: the default.
   */
  readonly refundDuplicateWindowSeconds?: number
  /** The sale's fee when its money goes back: kept (absent), or returned in proportion. */
  readonly refundedFees?: AccountWire['refundedFees']
  /**
   * A wallet sale that is approved after its payer saw "not completed" is kept or voided. Absent:
   * it is voided.
   */
  readonly lateWalletApproval?: AccountWire['lateWalletApproval']
  /**
   * A request with a secret key and an `Origin` header, as a browser sends it, is allowed or
   * rejected. Absent: it is allowed, and logged.
   */
  readonly secretKeyWithOrigin?: AccountWire['secretKeyWithOrigin']
  /**
   * What binds a wallet token to this account: a merchant session of the last ten minutes, or the
   * account's id as the sheet's `applicationData`. `automatic`, the setting of every new account,
   * uses the one that the token allows. Absent: nothing.
   */
  readonly walletBinding?: AccountWire['walletBinding']
}

export const usualRefundWindowSeconds = 600

/**
 * Days until a payment becomes available. PIX and boleto: business days after the payment. Cards:
 * calendar days between installments, each moved to the next business day. 0: at once. Each
 * transaction keeps the days of its creation.
 */
export type SettlementDays = AccountWire['settlementDays']

/**
 * What the platform charges: the account's one price list. Each transaction and cashout keeps the
 * price of its creation. A method without a price is not sold.
 */
export interface Prices {
  readonly PIX?: Price
  readonly BOLETO?: Price
  /** The first range whose `upTo` is not below the number of installments. Empty: no price. */
  readonly CREDIT_CARD: readonly (Price & { readonly upTo: number })[]
  /** In addition to the amount that the beneficiary gets. */
  readonly CASHOUT?: Price
}

export interface Price {
  readonly fixed: Cents
  /** Hundredths of one per cent of the amount: 399 is 3.99 %. */
  readonly basisPoints: number
}

/**
 * The fee of one sale: the fixed part plus the percentage, with half a cent rounded up. It is never
 * above the amount.
 */
export function feeOf(price: Price, amount: Cents): Cents {
  const percentage = Math.floor((amount * price.basisPoints + 5_000) / 10_000)
  return cents(Math.min(amount, price.fixed + percentage))
}
