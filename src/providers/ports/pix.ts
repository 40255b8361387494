import type { Cents } from '../../primitives/money.ts'
import type { DisputePort } from './dispute.ts'
import type { SettlementFiles } from './settlement-file.ts'

/** A bank that receives PIX for us over Banco Central's API Pix (2.9.0). */
export interface PixReceiver {
  readonly name: string
  /**
   * Whose account receives, as the payer's bank shows it. Absent: the operator has not entered it.
   */
  readonly receiver?: { readonly name: string; readonly document?: string }
  /** Absent: this bank, as configured, does not tell of MED. */
  readonly disputes?: DisputePort
  /** Absent: this bank, as configured, leaves no files. */
  readonly files?: SettlementFiles
  /** `PUT /cob/{txid}`: repeating it with the same content is safe. */
  createCharge(charge: PixCharge, signal: AbortSignal): Promise<PixChargeOutcome>
  /** `GET /cob/{txid}`. */
  findCharge(txid: string, signal: AbortSignal): Promise<PixFinding>
  /** `PATCH /cob/{txid}` to REMOVIDA_PELO_USUARIO_RECEBEDOR: nobody can pay it any more. */
  removeCharge(txid: string, signal: AbortSignal): Promise<PixRemoval>
  /**
   * `PUT /pix/{e2eid}/devolucao/{id}`: repeating it with the same content is safe. Open for 90 days
   * after the payment.
   */
  refund(order: PixRefund, signal: AbortSignal): Promise<PixRefundOutcome>
  /** `GET /pix/{e2eid}/devolucao/{id}`. */
  findRefund(endToEndId: string, refundId: string, signal: AbortSignal): Promise<PixRefundFinding>
  /** `PUT /webhook/{chave}`: tells the bank where to call us. */
  registerCallback(url: string, signal: AbortSignal): Promise<void>
  /** Reads a callback's body: hints to be confirmed with `findCharge` before any credit. */
  readNotice(body: unknown): readonly PixNotice[]
}

export interface PixCharge {
  /** 26 to 35 letters and digits, made by us. */
  readonly txid: string
  readonly amount: Cents
  readonly expiresInSeconds: number
  readonly payer?: { readonly name: string; readonly document: string }
  /** Text the payer reads, at most 140 characters. */
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

/** Money that arrived. */
export interface PixPayment {
  /** Case matters: compare byte by byte. */
  readonly endToEndId: string
  readonly amount: Cents
  readonly paidAt: Date
  /** What went back of it, by whoever's wish. Absent: nothing. */
  readonly returned?: Cents
  readonly payer?: { readonly name?: string; readonly document?: string }
}

export type PixRemoval =
  | { readonly kind: 'removed' }
  /** It was paid first. */
  | { readonly kind: 'completed' }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** Money to give back of one payment: all of it, or a part. */
export interface PixRefund {
  /** 1 to 35 letters and digits, made by us, unique per payment. */
  readonly refundId: string
  readonly endToEndId: string
  readonly amount: Cents
  /** Text the payer reads, at most 140 characters. */
  readonly message?: string
}

/** `returnId` is the D… id of the money on its way back (rtrId). */
export type PixRefundOutcome =
  /** Accepted, and the amount held: ask again for the end. */
  | { readonly kind: 'processing'; readonly returnId: string }
  | { readonly kind: 'returned'; readonly returnId: string; readonly returnedAt: Date }
  /** It was accepted and could not be done; the amount is free again. */
  | { readonly kind: 'failed'; readonly reason: string }
  /**
   * A no to this request. It says nothing of an earlier one under the same id, whose amount it may
   * have used up.
   */
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  /** It did not reach the bank, or not past its door: nothing was done. */
  | { readonly kind: 'not-sent'; readonly cause: unknown }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** What the bank knows under our id, and of how much. */
export type PixRefundFinding =
  | (Exclude<PixRefundOutcome, { kind: 'rejected' | 'not-sent' | 'unknown' }> & {
      readonly amount: Cents
    })
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unknown'; readonly cause: unknown }

export interface PixNotice {
  readonly txid: string
  readonly endToEndId: string
  /** The bank gives money of this payment back of its own accord (MED): `disputes` knows more. */
  readonly isReturn?: boolean
}
