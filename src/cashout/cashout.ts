import type { Approver, CashoutStatus, CashoutWire } from '../../contract/cashout.ts'
import type { PixKey } from '../brazil/pix-key.ts'
import { notBefore } from '../primitives/clock.ts'
import type { Cents } from '../primitives/money.ts'

export type { CashoutStatus }

/**
 * Every move of the status of a cashout. The database has the same table (docs/design/rules.md#l4).
 * An empty row is a final status.
 */
export const cashoutMoves: Readonly<Record<CashoutStatus, readonly CashoutStatus[]>> = {
  PENDING: ['PROCESSING', 'CANCELED'],
  PROCESSING: ['COMPLETED', 'FAILED'],
  COMPLETED: ['REFUNDED'],
  FAILED: [],
  CANCELED: [],
  REFUNDED: [],
}

/** Money of a merchant on its way to a PIX key. */
export interface Cashout {
  readonly accountId: string
  readonly id: string
  /** Raised by one at each change; starts at 1. */
  readonly version: number
  readonly status: CashoutStatus
  /** What the beneficiary gets. */
  readonly amount: Cents
  /** Charged on top of it, kept when the money comes back. */
  readonly fee: Cents
  readonly returnedAmount: Cents
  /** In its normal form. */
  readonly key: PixKey
  readonly providerId: string
  readonly order: CashoutOrder
  readonly origin: CashoutWire['origin']
  /** Whose key asked; of a schedule, whose key changed it last. Absent: it was not recorded. */
  readonly requestedBy?: CashoutRequester
  /** CPF or CNPJ the bank compares with the key's owner. */
  readonly ownerDocument?: string
  readonly approval?: CashoutApproval
  /** It is not sent before this instant (ISO 8601): its key was never paid. Absent: at once. */
  readonly notBefore?: string
  /** The day or night whose limit it counts in. */
  readonly period: string
  readonly endToEndId?: string
  /** Who got it, as the bank tells. */
  readonly receiver?: CashoutReceiver
  /** What came back, the oldest first. */
  readonly returns: readonly CashoutReturn[]
  readonly failure?: { readonly code: string; readonly reason: string }
  readonly canceledReason?: CanceledReason
  readonly createdAt: Date
  readonly updatedAt: Date
  /** When it was first handed to the bank. */
  readonly sentAt?: Date
  /** No try so far can have reached the bank: its no to the next one is a no. */
  readonly provenUnsent?: boolean
  readonly completedAt?: Date
}

/**
 * `denied`: who had to approve said no. `not-approved`: nobody answered in time. `owed`: before it left, a dispute had a claim to
 * its money, or the account owed.
 */
export type CanceledReason = NonNullable<CashoutWire['canceledReason']>

/**
 * What the merchant sent and every response repeats, in the form of the contract. The document of the beneficiary has
 * digits only, or the letters and digits of a CNPJ.
 */
export type CashoutOrder = Pick<
  CashoutWire,
  'beneficiaryName' | 'beneficiaryDocument' | 'description' | 'postbackUrl' | 'externalRef'
>

/** The credential somebody asked with, by the name its key had. */
export interface CashoutRequester {
  readonly keyId: string
  readonly name: string
}

/**
 * The decision of another person or program, needed above a threshold (docs/design/rules.md#k4).
 * Instants are ISO 8601 texts.
 */
export interface CashoutApproval {
  readonly by: Approver
  readonly state: 'waiting' | 'approved' | 'denied'
  readonly decidedAt?: string
  /** The person who decided; absent for the merchant's own program. */
  readonly decidedBy?: string
  readonly reason?: string
}

export interface CashoutReceiver {
  readonly name?: string
  /** As the bank tells it, often masked. */
  readonly document?: string
}

/** Money that came back after the payment had arrived: a new credit. */
export interface CashoutReturn {
  /** The D… id, rtrId. */
  readonly returnId: string
  readonly amount: Cents
  /** ISO 8601. */
  readonly at: string
}

/** The next version, with the facts that came with it. */
export const nextVersion = (before: Cashout, at: Date, facts: Partial<Cashout>): Cashout => ({
  ...before,
  ...facts,
  version: before.version + 1,
  updatedAt: notBefore(before.updatedAt, at),
})

/** What the account has less of while it is under way. */
export const totalOf = ({ amount, fee }: Pick<Cashout, 'amount' | 'fee'>): number => amount + fee

/** When it may be sent, from `at` on. */
export const earliestOf = ({ notBefore }: Pick<Cashout, 'notBefore'>, at: Date): Date =>
  notBefore === undefined || new Date(notBefore) < at ? at : new Date(notBefore)
