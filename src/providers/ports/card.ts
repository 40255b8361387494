import type { Cents } from '../../primitives/money.ts'
import type { DisputePort } from './dispute.ts'
import type { SettlementFiles } from './settlement-file.ts'
import type { WalletProvider } from './wallet.ts'

/** The port of a card acquirer. Adapters return business responses and throw only for bugs. */
export interface CardAcquirer {
  /** The name that people know, used to prefix its messages: `Cielo`. */
  readonly name: string
  readonly capabilities: CardCapabilities
  /** The facts of a payer without which every sale is rejected. Absent: none. */
  readonly compulsoryFacts?: readonly (keyof CardCustomer)[]
  /** Absent: this acquirer, as configured, does not support Device Pay. */
  readonly wallet?: WalletProvider
  /** Absent: this acquirer, as configured, does not report chargebacks. */
  readonly disputes?: DisputePort
  /** Absent: this acquirer, as configured, provides no files. */
  readonly files?: SettlementFiles
  /** Authorizes, and captures if requested. `attemptRef` is the order id that the acquirer sees. */
  sale(order: CardSale, signal: AbortSignal): Promise<CardOutcome>
  /** Captures an authorized sale, whole. */
  capture(reference: string, amount: Cents, signal: AbortSignal): Promise<CaptureOutcome>
  /** Voids or refunds, in full or in part: the acquirer chooses between both by date. */
  cancel(reference: string, amount: Cents, signal: AbortSignal): Promise<CancelOutcome>
  /**
   * Voids every sale under `attemptRef`: the last check before a sale counts as not sent
   * (docs/design/rules.md#u6).
   */
  voidByAttemptRef(
    attemptRef: string,
    signal: AbortSignal,
  ): Promise<CancelOutcome | { readonly kind: 'not-found' }>
  /**
   * The outcome of a sale that we sent under `attemptRef`. Only this query resolves an unknown
   * outcome.
   */
  findSale(attemptRef: string, signal: AbortSignal): Promise<CardFinding>
  /**
   * Reads a notice: a hint about one sale, never a status. `undefined`: not authentic or not for
   * us.
   */
  readNotice(headers: Record<string, string | undefined>, body: unknown): CardNotice | undefined
  /** The sale behind a notice's reference, with our own `attemptRef` in it. */
  findByReference(reference: string, signal: AbortSignal): Promise<CardFinding>
}

export interface CardCapabilities {
  readonly acceptsEncryptedToken: boolean
  readonly acceptsDecryptedToken: boolean
  /**
   * The acquirer treats repeats under one `attemptRef` as one sale. An unknown sale is still not
   * sent again (docs/design/rules.md#u4).
   */
  readonly idempotentByReference: boolean
  /** How long after a call "not found" proves nothing (docs/design/rules.md#u6), ms. */
  readonly settleWindowMs: number
  /** The shortest time between two "not found" answers that count (docs/design/rules.md#u6), ms. */
  readonly notFoundGapMs: number
  /** How long a sale can be queried, ms. Absent: always. */
  readonly findableForMs?: number
}

export interface CardSale {
  /** Letters and digits, at most 20: created by us, one per attempt. */
  readonly attemptRef: string
  readonly amount: Cents
  readonly installments: number
  readonly capture: boolean
  readonly softDescriptor?: string
  readonly customer: CardCustomer
  readonly source: CardSource
}

/** The payer as the merchant sent them. Some acquirers refuse a sale without all of it. */
export interface CardCustomer {
  readonly name: string
  readonly email?: string
  readonly document?: string
  /** In any form: digits, or with punctuation. */
  readonly phone?: string
  readonly address?: CardAddress
  /** The network address of the payer's device. */
  readonly ip?: string
}

/** An address that has its four compulsory parts. */
export interface CardAddress {
  readonly street: string
  readonly streetNumber?: string
  readonly complement?: string
  readonly neighborhood?: string
  readonly city: string
  /** As the merchant sent it: `SP`. */
  readonly state: string
  /** As the merchant sent it, with or without its hyphen. */
  readonly zipCode: string
}

/**
 * The source of the charge: a card, or a device wallet's token, whole or opened by the gateway
 * (docs/design/device-wallet.md#who-holds-which-key).
 */
export type CardSource =
  | { readonly kind: 'card'; readonly card: CardData }
  | { readonly kind: 'wallet-token'; readonly token: WalletToken }
  | { readonly kind: 'wallet-cryptogram'; readonly cryptogram: WalletCryptogram }

/** The token as the device created it: passed on unchanged, with any extra fields. */
export interface WalletToken {
  readonly paymentData: {
    readonly version: string
    readonly data: string
    readonly signature: string
    readonly header: {
      readonly ephemeralPublicKey: string
      readonly publicKeyHash: string
      readonly transactionId: string
      readonly applicationData?: string
    }
  }
  readonly paymentMethod: {
    readonly displayName: string
    readonly network: string
    readonly type: string
  }
  readonly transactionIdentifier: string
}

/**
 * A token that the gateway has decrypted. Like a card it is in memory for one call only
 * (docs/design/rules.md#g2).
 */
export interface WalletCryptogram {
  /** The device's account number. */
  readonly number: string
  readonly expirationMonth: number
  readonly expirationYear: number
  /** Base64; the acquirer's CAVV. */
  readonly cryptogram: string
  readonly eci?: string
}

/** In memory for one call only (docs/design/rules.md#g2). */
export interface CardData {
  readonly number: string
  readonly holderName: string
  /** 1 to 12. */
  readonly expirationMonth: number
  /** Four digits. */
  readonly expirationYear: number
  readonly cvv?: string
}

/** The facts of a card that may be stored and shown. */
export interface CardSummary {
  /** Upper-case network name: `VISA`. */
  readonly brand: string
  readonly lastFour: string
}

/** The outcome of a sale, by evidence only (docs/design/rules.md#u3). */
export type CardOutcome =
  | ({ readonly kind: 'approved'; readonly captured: boolean } & AcquirerFacts)
  | ({ readonly kind: 'refused' } & RefusalFacts)
  | { readonly kind: 'analysing'; readonly reference: string }
  /** The request was wrong, not the payment: the API responds with 400. */
  | {
      readonly kind: 'rejected'
      readonly code: string
      readonly reason: RejectedReason
      readonly message: string
    }
  /** No byte of the request was sent: sending again is safe. */
  | { readonly kind: 'not-sent'; readonly cause: unknown }
  /** The charge may exist. Query again later. */
  | { readonly kind: 'unknown'; readonly cause: unknown }

export type RejectedReason =
  | 'card-invalid'
  | 'installments-invalid'
  | 'customer-invalid'
  | 'amount-invalid'
  | 'method-not-enabled'
  | 'wallet-token-invalid'
  | 'wallet-not-supported'
  | 'provider-misconfigured'

export interface AcquirerFacts {
  /** The acquirer's id of the sale. */
  readonly reference: string
  readonly amount: Cents
  /**
   * The sum of all cancels so far, as the acquirer counts it. Compare it with our sum after an
   * unknown cancel.
   */
  readonly voidedAmount?: Cents
  /**
   * The state of each cancel, or of the last one, oldest first. Absent: the acquirer reports only
   * the sum.
   */
  readonly cancels?: readonly CancelRecord[]
  readonly authorizationCode?: string
  readonly tid?: string
  readonly nsu?: string
  readonly card?: CardSummary
  /** The acquirer's own code, unchanged. */
  readonly code?: string
}

/** A cancel in the acquirer's own record. */
export interface CancelRecord {
  /** The acquirer's id. Absent: it names none, and reports only the last cancel. */
  readonly id?: string
  readonly state: 'done' | 'pending' | 'denied'
}

export interface RefusalFacts {
  readonly reference: string
  /** The acquirer's own code, unchanged. */
  readonly code: string
  /** ABECS reason in neutral Portuguese, safe to show. */
  readonly reason: string
  /** Whether the network allows another attempt with the same card. */
  readonly retryable: boolean
  /** Mastercard's merchant advice code, when the acquirer passes it on. */
  readonly adviceCode?: string
  readonly card?: CardSummary
}

export type CardFinding =
  | {
      readonly kind: 'found'
      readonly attemptRef: string
      readonly outcome: CardOutcome | CardVoided
    }
  /** More than one sale under one reference: every one is listed, newest last. */
  | { readonly kind: 'several'; readonly references: readonly string[] }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** The sale was canceled in full at the acquirer. */
export interface CardVoided {
  readonly kind: 'voided'
  readonly reference: string
  readonly amount: Cents
}

export type CaptureOutcome =
  | Exclude<CardOutcome, { kind: 'analysing' | 'rejected' }>
  /** The acquirer refused this request. The sale is authorized still, as its record shows. */
  | { readonly kind: 'not-possible'; readonly code: string }

export type CancelOutcome =
  | { readonly kind: 'cancelled'; readonly reference: string }
  /** Accepted; the result comes later. `cancelId`: the acquirer's id of this cancel. */
  | { readonly kind: 'pending'; readonly reference: string; readonly cancelId?: string }
  | { readonly kind: 'denied'; readonly code: string; readonly message: string }
  /**
   * The state of the sale made the acquirer reject this request: perhaps an earlier one was carried
   * out. The record of the sale decides.
   */
  | { readonly kind: 'not-possible'; readonly code: string }
  /** It did not reach the acquirer, or was rejected before processing: nothing was done. */
  | { readonly kind: 'not-sent'; readonly cause: unknown }
  | { readonly kind: 'unknown'; readonly cause: unknown }

export interface CardNotice {
  readonly reference: string
  readonly change: 'status' | 'cancel-denied' | 'chargeback' | 'fraud-alert' | 'other'
}
