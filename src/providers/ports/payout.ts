import type { BankAccount } from '../../brazil/bank-account.ts'
import type { PixKey } from '../../brazil/pix-key.ts'
import type { Cents } from '../../primitives/money.ts'
import type { CallbackRegistration } from './callback.ts'
import type { SettlementFiles } from './settlement-file.ts'

/**
 * A bank that sends PIX for us (docs/design/providers/efi.md#payout-rules). An accepted payout is
 * not paid yet: a notice or a query gives the result.
 */
export interface PixPayer extends CallbackRegistration {
  readonly name: string
  /** Absent: this bank, as configured, provides no files. */
  readonly files?: SettlementFiles
  readonly capabilities: {
    /**
     * The bank treats repeats under one id as one payment, so an `unknown` one may be sent again
     * (docs/design/rules.md#u4).
     */
    readonly isIdempotent: boolean
    /** The bank pays the holder of its account only: no refund to a payer's key. */
    readonly paysHolderOnly?: boolean
  }
  /** Absent: this bank, as configured, does not show the owner of a key before a payment. */
  readonly ownerQueries?: OwnerQueries
  /** Absent: this bank, as configured, pays no dynamic BR Code. */
  readonly codes?: PixCodes
  /** Sends a payment under our id. */
  send(payout: Payout, signal: AbortSignal): Promise<PayoutOutcome>
  /** The state of a payment. */
  find(payoutId: string, signal: AbortSignal): Promise<PayoutFinding>
  /** Every payment requested in a period of at most a day. */
  list(
    period: { readonly from: Date; readonly until: Date },
    signal: AbortSignal,
  ): Promise<PayoutListing>
  /** The ids in the body of a callback: hints, to be confirmed with `find`. */
  readNotice(body: unknown): readonly string[]
}

export type Payout = PayoutToKey | PayoutToAccount

interface PayoutBase {
  /** 1 to 35 letters and digits, created by us: the bank's idempotency key. */
  readonly payoutId: string
  readonly amount: Cents
  /** The text that the receiver reads, at most 140 characters. */
  readonly message?: string
}

export interface PayoutToKey extends PayoutBase {
  /** In its normal form. */
  readonly key: PixKey
  /** CPF or CNPJ: the bank rejects the payment if the key belongs to another person. */
  readonly ownerDocument?: string
  /** The query of the key's owner that this payment follows. */
  readonly ownerQuery?: OwnerQuery
  /** The BR Code that it pays. The key is the one behind the code. */
  readonly code?: PayoutCode
}

export interface PayoutCode {
  readonly text: string
  readonly isDynamic: boolean
  /** As a static code prints it, or of the charge that a dynamic code led to at its request. */
  readonly txid?: string
}

export interface PixCodes {
  /**
   * The bank verifies the signature of what a location shows. Else a payment may reach another
   * receiver than the one that was read.
   */
  readonly isVerified: boolean
  /** What a dynamic code asks for now. Nothing is reserved: it can change before it is paid. */
  find(code: string, signal: AbortSignal): Promise<CodeFinding>
}

/** A dynamic code, as its receiver's bank shows it to the payer's bank. */
export interface CodeFound {
  readonly kind: 'found'
  /** In its normal form. */
  readonly key: PixKey
  /** As due now. */
  readonly amount: Cents
  readonly state: 'payable' | 'paid' | 'expired' | 'removed'
  /** Of the charge: a location can lead to another one later. Absent: the bank shows none. */
  readonly txid?: string
  /** As the bank shows it, perhaps masked. Absent: it shows none, or did not verify it. */
  readonly receiverDocument?: string
}

export type CodeFinding =
  | CodeFound
  /** The bank does not pay this code. `reason` is a sentence in Portuguese. */
  | {
      readonly kind: 'refused'
      readonly code: 'qrcode-invalid' | 'qrcode-not-supported'
      readonly reason: string
    }
  | QueryDenied
  | { readonly kind: 'unknown'; readonly cause: unknown }

export interface PayoutToAccount extends PayoutBase {
  readonly account: HeldAccount
}

/** An account with its holder. */
export interface HeldAccount extends BankAccount {
  readonly name: string
  /** CPF or CNPJ: the bank rejects the payment if the account belongs to another person. */
  readonly document: string
}

export interface OwnerQueries {
  /** The directory of keys permits few queries without a payment. */
  readonly perDay: number
  find(key: PixKey, signal: AbortSignal): Promise<OwnerFinding>
}

export type OwnerFinding =
  | {
      readonly kind: 'found'
      readonly name?: string
      /** As the bank shows it, perhaps masked. */
      readonly document?: string
      /** Absent: a payment cannot name it. */
      readonly query?: OwnerQuery
    }
  /** The key belongs to no person. */
  | { readonly kind: 'not-found' }
  | QueryDenied
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** The bank denied a query before it carried it out. */
export type QueryDenied =
  /** Too many queries now. */
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  /** The credentials have no permission for it. */
  | { readonly kind: 'not-permitted' }

export interface OwnerQuery {
  /** The bank's id of the query. */
  readonly id: string
  /** The owner's CPF or CNPJ without punctuation, hidden characters as `*`. */
  readonly document?: string
}

export type PayoutOutcome =
  | { readonly kind: 'accepted'; readonly endToEndId: string }
  /** A definite rejection: no money moved, and none will. `reason` is a sentence in Portuguese. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string }
  /** It did not reach the bank, or was rejected before processing: the bank has no payment. */
  | { readonly kind: 'not-sent'; readonly cause: unknown }
  /**
   * The bank has the payment and has moved no money. Sending it again moves it, and so may a person
   * at the bank. So no later rejection is final.
   */
  | { readonly kind: 'waiting'; readonly cause: unknown }
  /** It may have been carried out. Query it. */
  | { readonly kind: 'unknown'; readonly cause: unknown }

export type PayoutFinding =
  | { readonly kind: 'processing'; readonly endToEndId: string; readonly amount: Cents }
  | {
      readonly kind: 'completed'
      readonly endToEndId: string
      readonly amount: Cents
      readonly completedAt: Date
      readonly receiver?: { readonly name?: string; readonly document?: string }
      /** The amount that has been returned since. */
      readonly returns: readonly PayoutReturn[]
    }
  /** It was accepted and then failed: no money moved. */
  | { readonly kind: 'failed'; readonly code: string; readonly reason: string }
  | { readonly kind: 'not-found' }
  /** As the outcome `waiting`. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** All or nothing: an unreadable entry makes the listing unknown. */
export type PayoutListing =
  | { readonly kind: 'listed'; readonly payouts: readonly ListedPayout[] }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** A payment that the bank was requested to send. */
export interface ListedPayout {
  readonly payoutId: string
  readonly amount: Cents
  readonly requestedAt: Date
  /** The key of the receiver. Absent: the bank does not name it. */
  readonly key?: string
  /**
   * The account of the receiver, where it has no key and the bank names it. Without the document
   * of the holder: the bank masks it.
   */
  readonly account?: BankAccount & Pick<HeldAccount, 'name'> & Partial<HeldAccount>
  /** Our message to the receiver. */
  readonly message?: string
  readonly hasFailed: boolean
}

export interface PayoutReturn {
  /** The D… id. */
  readonly returnId: string
  readonly amount: Cents
  readonly returnedAt: Date
}
