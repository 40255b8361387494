import type { DueCharge, DueParts } from '../../brazil/due-charge.ts'
import type { Cents } from '../../primitives/money.ts'
import type { CallbackRegistration } from './callback.ts'
import type { DisputePort } from './dispute.ts'
import type { SettlementFiles } from './settlement-file.ts'

/** A bank that receives PIX for us over version 2.9.0 of the API Pix of the Banco Central. */
export interface PixReceiver extends PixCharges<PixCharge>, CallbackRegistration {
  readonly name: string
  /** The PIX key that receives. Other keys can lead to the same bank account. */
  readonly key: string
  /**
   * The holder of the receiving account, as the payer's bank shows it. Absent: the operator has not
   * entered it.
   */
  readonly receiver?: { readonly name: string; readonly document?: string }
  /** Absent: this bank, as configured, does not report MED. */
  readonly disputes?: DisputePort
  /** Absent: this bank, as configured, provides no files. */
  readonly files?: SettlementFiles
  /** Charges with a due date (`/cobv`). */
  readonly dueCharges: PixCharges<PixDueCharge>
  /** Whether the credential, as configured, may create charges with a due date. */
  readonly takesDueCharges: boolean
  /**
   * `PUT /pix/{e2eid}/devolucao/{id}`: repeating it with the same content is safe. Open for 90 days
   * after the payment.
   */
  refund(order: PixRefund, signal: AbortSignal): Promise<PixRefundOutcome>
  /** `GET /pix/{e2eid}/devolucao/{id}`. */
  findRefund(endToEndId: string, refundId: string, signal: AbortSignal): Promise<PixRefundFinding>
  /** `GET /pix`: every payment received in a period of at most a day, with its refunds. */
  listPayments(period: Period, signal: AbortSignal): Promise<PixPaymentListing>
  /** Reads a callback's body: hints to be confirmed with `findCharge` before any credit. */
  readNotice(body: unknown): readonly PixNotice[]
}

/** The charges of one kind: immediate ones (`/cob`), or those with a due date (`/cobv`). */
export interface PixCharges<Charge> {
  /** `PUT /cob/{txid}`: repeating it with the same content is safe. */
  createCharge(charge: Charge, signal: AbortSignal): Promise<PixChargeOutcome>
  /** `GET /cob/{txid}`. */
  findCharge(txid: string, signal: AbortSignal): Promise<PixFinding>
  /**
   * `PATCH /cob/{txid}` to REMOVIDA_PELO_USUARIO_RECEBEDOR: afterwards the charge cannot be paid.
   */
  removeCharge(txid: string, signal: AbortSignal): Promise<PixRemoval>
  /** `GET /cob`: every charge created in a period of at most a day. */
  listCharges(period: Period, signal: AbortSignal): Promise<PixChargeListing>
}

/** From the first instant until before the second. */
export interface Period {
  readonly from: Date
  readonly until: Date
  /** Business time, where the period may not be over. Some banks list no time to come. */
  readonly now?: Date
}

/** All or nothing: an unreadable entry makes the listing unknown. */
export type PixChargeListing =
  | { readonly kind: 'listed'; readonly charges: readonly ListedPixCharge[] }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** A charge as its bank knows it. */
export interface ListedPixCharge {
  readonly txid: string
  /** The PIX key that receives. Absent: the bank does not name it. */
  readonly key?: string
  readonly amount: Cents
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Absent: an immediate charge. */
  readonly due?: DueCharge
  /** Absent: the bank does not repeat the text, and the charge has no location that we can read. */
  readonly emv?: string
  readonly payer?: { readonly name?: string; readonly document?: string }
}

export type PixPaymentListing =
  | { readonly kind: 'listed'; readonly payments: readonly ListedPixPayment[] }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** A received payment. Without a txid it belongs to no charge. */
export interface ListedPixPayment {
  readonly endToEndId: string
  readonly txid?: string
  /** As in `ListedPixCharge`. */
  readonly key?: string
  readonly amount: Cents
  readonly paidAt: Date
  /** The refunds that were requested under an id of ours, and did not fail. */
  readonly refunds: readonly { readonly refundId: string; readonly amount: Cents }[]
}

export interface PixCharge {
  /** 26 to 35 letters and digits, created by us. */
  readonly txid: string
  readonly amount: Cents
  readonly expiresInSeconds: number
  readonly payer?: { readonly name: string; readonly document: string }
  /** The text that the payer reads, at most 140 characters. */
  readonly message?: string
}

export interface PixDueCharge {
  /** As in `PixCharge`. */
  readonly txid: string
  readonly terms: DueCharge
  readonly payer: { readonly name: string; readonly document: string }
  readonly message?: string
}

export type PixChargeOutcome =
  | {
      readonly kind: 'created'
      /** The EMV copy-and-paste text, starting with 000201, its CRC checked. */
      readonly emv: string
      readonly location: string
      readonly createdAt: Date
      readonly expiresAt: Date
    }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  | { readonly kind: 'unavailable'; readonly cause: unknown }

export type PixFinding =
  | {
      readonly kind: 'found'
      readonly state: 'active' | 'completed' | 'removed'
      readonly payments: readonly PixPayment[]
    }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** A received amount. */
export interface PixPayment {
  /** Case matters: compare byte by byte. */
  readonly endToEndId: string
  readonly amount: Cents
  readonly paidAt: Date
  /** The returned amount of it, whether we or the bank returned it. Absent: nothing. */
  readonly returned?: Cents
  /** Absent: the bank does not say how it arrived at the amount, or it does not add up. */
  readonly composition?: PixComposition
  readonly payer?: { readonly name?: string; readonly document?: string }
}

/** How a bank arrived at the amount of a payment. The parts add up to it. */
export interface PixComposition extends DueParts {
  readonly original: Cents
}

export type PixRemoval =
  | { readonly kind: 'removed' }
  /** It was paid first. */
  | { readonly kind: 'completed' }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** The amount to return of one payment: all of it, or a part. */
export interface PixRefund {
  /** 1 to 35 letters and digits, created by us, unique per payment. */
  readonly refundId: string
  readonly endToEndId: string
  readonly amount: Cents
  /** The text that the payer reads, at most 140 characters. */
  readonly message?: string
}

/** `returnId` is the D… id of the returned money (rtrId). */
export type PixRefundOutcome =
  /** Accepted, and the amount is held: query again for the result. */
  | { readonly kind: 'processing'; readonly returnId: string }
  | { readonly kind: 'returned'; readonly returnId: string; readonly returnedAt: Date }
  /** It was accepted and then failed; the amount is free again. */
  | { readonly kind: 'failed'; readonly reason: string }
  /**
   * A rejection of this request. It says nothing about an earlier request under the same id, which
   * may have used up the amount.
   */
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  /** It did not reach the bank, or was rejected before processing: nothing was done. */
  | { readonly kind: 'not-sent'; readonly cause: unknown }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** The bank's record under our id, with its amount. */
export type PixRefundFinding =
  | (Exclude<PixRefundOutcome, { kind: 'rejected' | 'not-sent' | 'unknown' }> & {
      readonly amount: Cents
    })
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unknown'; readonly cause: unknown }

export interface PixNotice {
  readonly txid: string
  readonly endToEndId: string
  /** The bank returns money of this payment without our request (MED): see `disputes`. */
  readonly isReturn?: boolean
}
