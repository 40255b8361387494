import type { Cents } from '../../primitives/money.ts'

/**
 * A provider's daily files: its own record of sales, payments, refunds and debts. They are compared
 * with our books and never change them.
 */
export interface SettlementFiles {
  /**
   * Whether their rows include `movement`. The files are then the only reports of the bank, which
   * may write several on one day.
   */
  readonly hasMovements?: boolean
  /** Whether the bank makes them on business days only. Absent: there is one of each day. */
  readonly onBusinessDays?: boolean
  /** The files that exist since a day, oldest first. */
  list(wanted: FilesWanted, signal: AbortSignal): Promise<SettlementListing>
  /**
   * The rows of one file, in order, as a stream: a file may be larger than memory. Throws if the
   * file ends early.
   */
  read(name: string, signal: AbortSignal): AsyncIterable<SettlementRow>
}

/** The days of which files are wanted. */
export interface FilesWanted {
  /** The first day, `YYYY-MM-DD` in São Paulo. */
  readonly since: string
  /** Business time: the file of a day exists only after the day. */
  readonly now: Date
}

export type SettlementListing =
  | {
      readonly kind: 'listed'
      readonly names: readonly string[]
      /** There are later files, which the next listing returns once these were read. */
      readonly hasMore?: boolean
    }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/**
 * A line of a file and its content. Dates are `YYYY-MM-DD` in São Paulo; `line` is 1 for the first.
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
  | BoletoMovement
  | SettlementTrailer
  | UnreadableRow
)

/** An unreadable line. */
export interface UnreadableRow {
  readonly kind: 'unreadable'
  readonly problem: string
  /** What it is about, where that is readable: as `reference` of a sale. */
  readonly reference?: string
}

/** A row without its place in the file. */
export type PlacelessRow = SettlementRow extends infer Row
  ? Row extends unknown
    ? Omit<Row, 'line'>
    : never
  : never

export interface SettlementHeader {
  readonly kind: 'header'
  readonly merchant: string
  readonly date: string
  /** 1, 2, 3 … per merchant: a gap is a missing file. */
  readonly sequence: number
  readonly layoutVersion: string
}

/** Where the statement of an account has the rows of all its PIX keys. */
export interface OfAnyKey {
  /**
   * Another key of the account received the Pix. If our books have it, it was sold before a change
   * of the key. Otherwise another program sold it.
   */
  readonly isOfOtherKey?: true
}

/** Money that a payer paid: a captured card sale, a received PIX, a settled boleto. */
export interface SettledSale extends OfAnyKey {
  readonly kind: 'sale'
  /**
   * The reference that we sent: order id of a card, txid of a PIX, nosso número of a boleto. A
   * provider may cut it to its first 20 characters.
   */
  readonly reference: string
  /**
   * The provider's own number: tid of a card, EndToEndId of a PIX, the bank's number of a boleto.
   */
  readonly providerReference: string
  readonly nsu?: string
  readonly authorizationCode?: string
  readonly brand?: string
  readonly gross: Cents
  readonly installments: number
  readonly date: string
  /**
   * The days on which the provider pays the installments, by its own rule. Left out: 30 days for
   * each one, then the next business day.
   */
  readonly dueDays?: readonly string[]
}

/** A part of a card sale and the day the acquirer pays it. */
export interface SettledInstallment {
  readonly kind: 'installment'
  readonly providerReference: string
  readonly number: number
  readonly total: number
  readonly gross: Cents
  /** The fee of the provider: its price to us, not our price to the merchant. */
  readonly fee: Cents
  readonly net: Cents
  readonly dueOn: string
}

/** The amount paid to our bank account on a day. */
export interface SettledPayment {
  readonly kind: 'payment'
  readonly date: string
  readonly amount: Cents
  readonly bankReference: string
}

/** Money that was returned to a payer at our request. */
export interface SettledRefund extends OfAnyKey {
  readonly kind: 'refund'
  readonly providerReference: string
  /** The id of the refund: our id if the provider accepts one (PIX), otherwise the provider's. */
  readonly refundId: string
  readonly amount: Cents
  readonly date: string
}

/** Money that a claim took, or that a reversed claim returned. */
export interface SettledChargeback extends OfAnyKey {
  readonly kind: 'chargeback' | 'chargeback-reversal'
  /** The provider's own number of the sale, where its files do not name the case. */
  readonly caseId: string
  readonly providerReference: string
  readonly amount: Cents
  readonly reason: string
  readonly date: string
}

/** Money that we sent, or the return of it. */
export interface SettledPayout {
  readonly kind: 'payout' | 'payout-return'
  /** The id under which we sent it. */
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

/**
 * What happened to a boleto at a bank that reports it by files only. It changes the state of the
 * payment. A payment has a row `sale` too.
 */
export interface BoletoMovement {
  readonly kind: 'movement'
  /** As of the registration, `boletoReference`. */
  readonly reference: string
  readonly movement: MovementKind
  /** What was paid. Of other movements: the amount of the boleto. */
  readonly amount: Cents
  readonly date: string
  /** The bank's reason, in Portuguese. */
  readonly text?: string
}

/**
 * - `REJECTED`: it was not registered, and cannot be paid.
 * - `IN_PROTEST`, `PROTEST_ENDED`: at a notary's office, and no longer there without a payment.
 * - `NOT_DONE`: a later instruction was rejected. The boleto is as before.
 */
export type MovementKind =
  | 'REGISTERED'
  | 'REJECTED'
  | 'PAID'
  | 'WRITTEN_OFF'
  | 'IN_PROTEST'
  | 'PROTEST_ENDED'
  | 'NOT_DONE'

export interface SettlementTrailer {
  readonly kind: 'trailer'
  /** Rows of the file, header and trailer included. */
  readonly rows: number
  /** The sum of `gross` over sales. */
  readonly sales: Cents
  /** The sum of `net` over installments; 0 where there are none. */
  readonly net: Cents
}
