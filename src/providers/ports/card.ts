import type { Cents } from '../../primitives/money.ts'
import type { DisputePort } from './dispute.ts'
import type { SettlementFiles } from './settlement-file.ts'
import type { WalletProvider } from './wallet.ts'

/**
 * A card acquirer, whoever it is. Adapters never throw for a business answer; they throw only for
 * bugs.
 */
export interface CardAcquirer {
  /** The name people know, used to prefix its messages: `Cielo`. */
  readonly name: string
  readonly capabilities: CardCapabilities
  /** Absent: this acquirer, as configured, does not support Device Pay. */
  readonly wallet?: WalletProvider
  /** Absent: chargebacks are not told by this acquirer, as configured. */
  readonly disputes?: DisputePort
  /** Absent: this acquirer, as configured, leaves no files. */
  readonly files?: SettlementFiles
  /** Authorises, and captures when asked. `attemptRef` is the order id the acquirer sees. */
  sale(order: CardSale, signal: AbortSignal): Promise<CardOutcome>
  /** Captures an authorised sale, whole. */
  capture(reference: string, amount: Cents, signal: AbortSignal): Promise<CaptureOutcome>
  /** Voids or refunds, whole or in part: the acquirer decides which by date. */
  cancel(reference: string, amount: Cents, signal: AbortSignal): Promise<CancelOutcome>
  /**
   * Voids every sale under `attemptRef`: the last check before a sale counts as not sent
   * (docs/design/rules.md#u6).
   */
  voidByAttemptRef(
    attemptRef: string,
    signal: AbortSignal,
  ): Promise<CancelOutcome | { readonly kind: 'not-found' }>
  /** What became of a sale we sent under `attemptRef`. The only way out of an unknown outcome. */
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
  readonly maxInstallments: number
  /**
   * The acquirer makes one sale of repeats under one `attemptRef`. An unknown sale is still not
   * sent again (docs/design/rules.md#u4).
   */
  readonly idempotentByReference: boolean
  /** How long after a call "not found" proves nothing (docs/design/rules.md#u6), ms. */
  readonly settleWindowMs: number
  /** The shortest time between two "not found" answers that count (docs/design/rules.md#u6), ms. */
  readonly notFoundGapMs: number
}

export interface CardSale {
  /** Letters and digits, at most 20: made by us, one per attempt. */
  readonly attemptRef: string
  readonly amount: Cents
  readonly installments: number
  readonly capture: boolean
  readonly softDescriptor?: string
  readonly customer: { readonly name: string; readonly email?: string; readonly document?: string }
  readonly source: CardSource
}

/**
 * What is charged: a card, or a device wallet's token, whole or opened by the gateway
 * (docs/design/device-wallet.md#who-holds-which-key).
 */
export type CardSource =
  | { readonly kind: 'card'; readonly card: CardData }
  | { readonly kind: 'wallet-token'; readonly token: WalletToken }
  | { readonly kind: 'wallet-cryptogram'; readonly cryptogram: WalletCryptogram }

/** The token as the device made it: passed on unchanged, with any extra fields. */
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

/** What may be kept and shown of a card. */
export interface CardSummary {
  /** Upper-case network name: `VISA`. */
  readonly brand: string
  readonly lastFour: string
}

/** How a sale ended, by evidence only (docs/design/rules.md#u3). */
export type CardOutcome =
  | ({ readonly kind: 'approved'; readonly captured: boolean } & AcquirerFacts)
  | ({ readonly kind: 'refused' } & RefusalFacts)
  | { readonly kind: 'analysing'; readonly reference: string }
  /** The request was wrong, not the payment: our caller gets a 400. */
  | {
      readonly kind: 'rejected'
      readonly code: string
      readonly reason: RejectedReason
      readonly message: string
    }
  /** Not one byte of the request left: sending again is safe. */
  | { readonly kind: 'not-sent'; readonly cause: unknown }
  /** The charge may exist. Ask again later. */
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
   * All that was given back so far, as the acquirer counts it. Compare it with ours after a
   * doubtful cancel.
   */
  readonly voidedAmount?: Cents
  /**
   * What it says of each cancel, or of the last, the oldest first. Absent: nothing, it counts the
   * sum alone.
   */
  readonly cancels?: readonly CancelRecord[]
  readonly authorizationCode?: string
  readonly tid?: string
  readonly nsu?: string
  readonly card?: CardSummary
  /** The acquirer's own code, as it came. */
  readonly code?: string
}

/** A cancel as the acquirer's own record tells it. */
export interface CancelRecord {
  /** The acquirer's. Absent: it names none, and tells only of the last. */
  readonly id?: string
  readonly state: 'done' | 'pending' | 'denied'
}

export interface RefusalFacts {
  readonly reference: string
  /** The acquirer's own code, as it came. */
  readonly code: string
  /** ABECS reason in neutral Portuguese, safe to show. */
  readonly reason: string
  /** Whether the network allows another try with the same card. */
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

/** The sale was cancelled whole at the acquirer. */
export interface CardVoided {
  readonly kind: 'voided'
  readonly reference: string
  readonly amount: Cents
}

export type CaptureOutcome = Exclude<CardOutcome, { kind: 'analysing' | 'rejected' }>

export type CancelOutcome =
  | { readonly kind: 'cancelled'; readonly reference: string }
  /** Accepted, the answer comes later. `cancelId`: what the acquirer calls this cancel. */
  | { readonly kind: 'pending'; readonly reference: string; readonly cancelId?: string }
  | { readonly kind: 'denied'; readonly code: string; readonly message: string }
  /**
   * This request was refused because of how the sale stands: perhaps an earlier one was done. The
   * sale's record tells.
   */
  | { readonly kind: 'not-possible'; readonly code: string }
  /** It did not reach the acquirer, or not past its door: nothing was done. */
  | { readonly kind: 'not-sent'; readonly cause: unknown }
  | { readonly kind: 'unknown'; readonly cause: unknown }

export interface CardNotice {
  readonly reference: string
  readonly change: 'status' | 'cancel-denied' | 'chargeback' | 'fraud-alert' | 'other'
}
