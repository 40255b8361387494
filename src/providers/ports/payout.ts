import type { PixKey } from '../../brazil/pix-key.ts'
import type { Cents } from '../../primitives/money.ts'
import type { SettlementFiles } from './settlement-file.ts'

/**
 * A bank that sends PIX for us (docs/design/providers/efi.md#payout-rules). Accepted is not paid:
 * the result comes by notice or by query.
 */
export interface PixPayer {
  readonly name: string
  /** Absent: this bank, as configured, leaves no files. */
  readonly files?: SettlementFiles
  readonly capabilities: {
    /**
     * The bank makes one payment of repeats under one id, so an `unknown` one may be sent again
     * (docs/design/rules.md#u4).
     */
    readonly isIdempotent: boolean
  }
  /** Hands over a payment under our id. */
  send(payout: Payout, signal: AbortSignal): Promise<PayoutOutcome>
  /** What became of it. */
  find(payoutId: string, signal: AbortSignal): Promise<PayoutFinding>
  /** Tells the bank where to call us. */
  registerCallback(url: string, signal: AbortSignal): Promise<void>
  /** The ids a callback's body speaks of: hints, to be confirmed with `find`. */
  readNotice(body: unknown): readonly string[]
}

export interface Payout {
  /** 1 to 35 letters and digits, made by us: the bank's idempotency key. */
  readonly payoutId: string
  readonly amount: Cents
  /** In its normal form. */
  readonly key: PixKey
  /** CPF or CNPJ: the bank refuses when the key is somebody else's. */
  readonly ownerDocument?: string
  /** Text the receiver reads, at most 140 characters. */
  readonly message?: string
}

export type PayoutOutcome =
  | { readonly kind: 'accepted'; readonly endToEndId: string }
  /** A definite no: no money moved, and none will. `reason` is a sentence in Portuguese. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string }
  /** It did not reach the bank, or not past its door: nothing was done. */
  | { readonly kind: 'not-sent'; readonly cause: unknown }
  /** It may have been done. Ask. */
  | { readonly kind: 'unknown'; readonly cause: unknown }

export type PayoutFinding =
  | { readonly kind: 'processing'; readonly endToEndId: string; readonly amount: Cents }
  | {
      readonly kind: 'completed'
      readonly endToEndId: string
      readonly amount: Cents
      readonly completedAt: Date
      readonly receiver?: { readonly name?: string; readonly document?: string }
      /** What came back since. */
      readonly returns: readonly PayoutReturn[]
    }
  /** It was accepted and could not be done: no money moved. */
  | { readonly kind: 'failed'; readonly code: string; readonly reason: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unknown'; readonly cause: unknown }

export interface PayoutReturn {
  /** The D… id. */
  readonly returnId: string
  readonly amount: Cents
  readonly returnedAt: Date
}
