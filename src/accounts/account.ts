import type { AccountStatus, AccountWire } from '../../contract/account.ts'
import { type Cents, cents } from '../primitives/money.ts'
import type { CashoutSettings } from './cashout-settings.ts'

export type AccountId = string

/** A merchant's account: what it may do, at what price, through which providers. */
export interface Account {
  readonly id: AccountId
  readonly name: string
  /** CPF or CNPJ, normalised. */
  readonly document: string
  readonly status: AccountStatus
  readonly settings: AccountSettings
  /** The providers of this account. An absent one means that the account lacks the method. */
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
  /** How money may leave. Absent: it may not. */
  readonly cashout?: CashoutSettings
  /** Text on the card statement, at most 13 letters and digits. */
  readonly softDescriptor?: string
  /** Days a boleto stays payable after its due date. */
  readonly boletoPayableDaysAfterDue: number
  /** When a refund is more than the balance and what is to come: refused (absent), or owed. */
  readonly refundsBeyondBalance?: AccountWire['refundsBeyondBalance']
  /**
   * Seconds within which the same refund of a payment again is rejected as a probable mistake
   * (docs/design/rules.md#i9). 0: never. Absent: the default.
   */
  readonly refundDuplicateWindowSeconds?: number
  /** The sale's fee when its money goes back: kept (absent), or returned in proportion. */
  readonly refundedFees?: AccountWire['refundedFees']
  /**
   * What becomes of a wallet sale approved after its payer saw "not completed". Absent: it is
   * voided.
   */
  readonly lateWalletApproval?: AccountWire['lateWalletApproval']
  /**
   * A request whose secret key comes with an `Origin` header, as a browser sends it. Absent:
   * allowed, and logged.
   */
  readonly secretKeyWithOrigin?: AccountWire['secretKeyWithOrigin']
  /**
   * What ties a wallet token to this account: a merchant session of the last ten minutes, the
   * account's id as the sheet's `applicationData`, or whichever of the two the token allows
   * (`automatic`, of every new account). Absent: nothing.
   */
  readonly walletBinding?: AccountWire['walletBinding']
}

export const usualRefundWindowSeconds = 600

/**
 * When a payment becomes available: PIX and boleto that many business days after it; a card's
 * installments that many calendar days after each other, moved to the next business day. 0: at
 * once. Frozen on each transaction.
 */
export type SettlementDays = AccountWire['settlementDays']

/**
 * What the platform charges: the account's one price list. Frozen on each transaction and cashout
 * when it is created. What has no price is not sold.
 */
export interface Prices {
  readonly PIX?: Price
  readonly BOLETO?: Price
  /** By installments: the first range whose `upTo` is not below the plan's. Empty: no price. */
  readonly CREDIT_CARD: readonly (Price & { readonly upTo: number })[]
  /** On top of what the beneficiary gets. */
  readonly CASHOUT?: Price
}

export interface Price {
  readonly fixed: Cents
  /** Hundredths of one per cent of the amount: 399 is 3.99 %. */
  readonly basisPoints: number
}

/** The fee of one sale: fixed part plus percentage, half a cent up, never above the amount. */
export function feeOf(price: Price, amount: Cents): Cents {
  const percentage = Math.floor((amount * price.basisPoints + 5_000) / 10_000)
  return cents(Math.min(amount, price.fixed + percentage))
}
