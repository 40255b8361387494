import type { Cents } from '../primitives/money.ts'

/** A bank that receives PIX for us over Banco Central's API Pix (2.9.0). */
export interface PixReceiver {
  readonly name: string
  /** `PUT /cob/{txid}`: repeating it with the same content is safe. */
  createCharge(charge: PixCharge, signal: AbortSignal): Promise<PixChargeOutcome>
  /** `GET /cob/{txid}`. */
  findCharge(txid: string, signal: AbortSignal): Promise<PixFinding>
  /** `PATCH /cob/{txid}` to REMOVIDA_PELO_USUARIO_RECEBEDOR: nobody can pay it any more. */
  removeCharge(txid: string, signal: AbortSignal): Promise<PixRemoval>
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
  | { readonly kind: 'found'; readonly state: 'active' | 'completed' | 'removed'; readonly payments: readonly PixPayment[] }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** Money that arrived. */
export interface PixPayment {
  /** Case matters: compare byte by byte. */
  readonly endToEndId: string
  readonly amount: Cents
  readonly paidAt: Date
  readonly payer?: { readonly name?: string; readonly document?: string }
}

export type PixRemoval =
  | { readonly kind: 'removed' }
  /** It was paid first. */
  | { readonly kind: 'completed' }
  | { readonly kind: 'unknown'; readonly cause: unknown }

export interface PixNotice {
  readonly txid: string
  readonly endToEndId: string
}
