import type { Cents } from '../../primitives/money.ts'

/**
 * A provider's daily files: what it sold, paid, refunded and owes by its own record. They are
 * compared with our books and never change them.
 */
export interface SettlementFiles {
  /** The files there are since a day (`YYYY-MM-DD`, São Paulo), the oldest first. */
  list(since: string, signal: AbortSignal): Promise<SettlementListing>
  /**
   * One file's rows, in order, as they come: a file may be longer than memory. Throws when it
   * breaks off.
   */
  read(name: string, signal: AbortSignal): AsyncIterable<SettlementRow>
}

export type SettlementListing =
  | { readonly kind: 'listed'; readonly names: readonly string[] }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/**
 * A line of a file and what it says. Dates are `YYYY-MM-DD` in São Paulo; `line` is 1 for the
 * first.
 */
export type SettlementRow = { readonly line: number } & (
  | SettlementHeader
  | SettledSale
  | SettledInstallment
  | SettledPayment
  | SettledRefund
  | SettledChargeback
  | SettledPayout
  | SettlementAdjustment
  | SettlementTrailer
  /** A line that cannot be read. */
  | { readonly kind: 'unreadable'; readonly problem: string }
)

export interface SettlementHeader {
  readonly kind: 'header'
  readonly merchant: string
  readonly date: string
  /** 1, 2, 3 … per merchant: a gap is a missing file. */
  readonly sequence: number
  readonly layoutVersion: string
}

/** Money a payer paid: a captured card sale, a PIX received, a boleto settled. */
export interface SettledSale {
  readonly kind: 'sale'
  /** The reference we gave it: order id of a card, txid of a PIX, nosso número of a boleto. */
  readonly reference: string
  /** The provider's own number: tid of a card, EndToEndId of a PIX, the bank's of a boleto. */
  readonly providerReference: string
  readonly nsu?: string
  readonly authorizationCode?: string
  readonly brand?: string
  readonly gross: Cents
  readonly installments: number
  readonly date: string
}

/** A part of a card sale and the day the acquirer pays it. */
export interface SettledInstallment {
  readonly kind: 'installment'
  readonly providerReference: string
  readonly number: number
  readonly total: number
  readonly gross: Cents
  /** What the provider keeps of it: its price to us, not ours to the merchant. */
  readonly fee: Cents
  readonly net: Cents
  readonly dueOn: string
}

/** What was paid out to our bank account on a day. */
export interface SettledPayment {
  readonly kind: 'payment'
  readonly date: string
  readonly amount: Cents
  readonly bankReference: string
}

/** Money that went back to a payer because we asked. */
export interface SettledRefund {
  readonly kind: 'refund'
  readonly providerReference: string
  /** The id of the refund: ours where the provider takes one (PIX), the provider's otherwise. */
  readonly refundId: string
  readonly amount: Cents
  readonly date: string
}

/** Money a claim took, or gave back when it was reversed. */
export interface SettledChargeback {
  readonly kind: 'chargeback' | 'chargeback-reversal'
  readonly caseId: string
  readonly providerReference: string
  readonly amount: Cents
  readonly reason: string
  readonly date: string
}

/** Money we sent, or that came back of it. */
export interface SettledPayout {
  readonly kind: 'payout' | 'payout-return'
  /** The id we sent it under. */
  readonly payoutId: string
  readonly endToEndId: string
  readonly amount: Cents
  readonly date: string
}

export interface SettlementAdjustment {
  readonly kind: 'adjustment'
  readonly type: string
  /** Signed, cents. */
  readonly amount: number
  readonly text: string
}

export interface SettlementTrailer {
  readonly kind: 'trailer'
  /** Rows of the file, header and trailer included. */
  readonly rows: number
  /** The sum of `gross` over sales. */
  readonly sales: Cents
  /** The sum of `net` over installments; 0 where there are none. */
  readonly net: Cents
}
