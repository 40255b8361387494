import type { Approver, CashoutStatus, CashoutWire } from '../../contract/cashout.ts'
import type { Destination } from '../brazil/pix-key.ts'
import { notBefore } from '../primitives/clock.ts'
import type { Cents } from '../primitives/money.ts'
import { type AskedOwner, isFresh } from './owner-query.ts'

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
  /** Increased by one at each change. Starts at 1. */
  readonly version: number
  readonly status: CashoutStatus
  /** The amount that the beneficiary receives. */
  readonly amount: Cents
  /** Charged in addition to the amount. Kept when the money is returned. */
  readonly fee: Cents
  readonly returnedAmount: Cents
  /** In its canonical form. */
  readonly key: Destination
  /** The BR Code that it pays. `key` is the key behind it. */
  readonly code?: PaidCode
  readonly providerId: string
  readonly order: CashoutOrder
  readonly origin: CashoutWire['origin']
  /**
   * The name of the key that requested it. Of an automatic withdrawal, the key that last changed
   * the schedule. Absent: it was not recorded.
   */
  readonly requestedBy?: CashoutRequester
  /** CPF or CNPJ that the bank compares with the key's owner. */
  readonly ownerDocument?: string
  /** The query of the key's owner that the caller made. Kept while an attempt can name it. */
  readonly ownerQuery?: AskedOwner
  readonly approval?: CashoutApproval
  /**
   * It is not sent before this instant (ISO 8601), because its key was never paid before. Absent:
   * it may be sent at once.
   */
  readonly notBefore?: string
  /** The day or night against whose limit it counts. */
  readonly period: string
  readonly endToEndId?: string
  /** The beneficiary, as the bank reports it. */
  readonly receiver?: CashoutReceiver
  /** The returns, the oldest first. */
  readonly returns: readonly CashoutReturn[]
  readonly failure?: { readonly code: string; readonly reason: string }
  readonly canceledReason?: CanceledReason
  readonly createdAt: Date
  readonly updatedAt: Date
  /** When it was first sent to the bank. */
  readonly sentAt?: Date
  /** The bank has no payment of any attempt so far, so a rejection of the next one is final. */
  readonly provenUnsent?: boolean
  readonly completedAt?: Date
}

export interface PaidCode {
  readonly text: string
  /** False: the payment may reach another key, because no bank verified what the location shows. */
  readonly isVerified: boolean
  /** Of the charge that a dynamic code led to. Absent: the bank shows none. */
  readonly txid?: string
}

/**
 * `denied`: the approver denied it. `not-approved`: there was no decision before the deadline.
 * `owed`: before it was sent, a dispute claimed its money or the account had a debt.
 */
export type CanceledReason = NonNullable<CashoutWire['canceledReason']>

/**
 * What the merchant sent and every response repeats, in the form of the contract. The beneficiary's
 * document has digits only, or the letters and digits of a CNPJ.
 */
export type CashoutOrder = Pick<
  CashoutWire,
  'beneficiaryName' | 'beneficiaryDocument' | 'description' | 'postbackUrl' | 'externalRef'
>

/** The key of the request, with the name that the key had then. */
export interface CashoutRequester {
  readonly keyId: string
  readonly name: string
}

/**
 * The decision of another person or program, needed above a threshold, or for a destination that
 * is not the account's own (docs/design/rules.md#k4). Instants are ISO 8601 texts.
 */
export interface CashoutApproval {
  readonly by: Approver
  /** The destination is not known to be the account's own. Absent: the amount needs it. */
  readonly cause?: 'owner'
  readonly state: 'waiting' | 'approved' | 'denied'
  readonly decidedAt?: string
  /** The person who decided. Absent for the merchant's own program. */
  readonly decidedBy?: string
  readonly reason?: string
}

export interface CashoutReceiver {
  readonly name?: string
  /** As the bank reports it, often masked. */
  readonly document?: string
}

/** Money that was returned after the payment had arrived. It is a new credit. */
export interface CashoutReturn {
  /** The return id (D…, rtrId). */
  readonly returnId: string
  readonly amount: Cents
  /** ISO 8601. */
  readonly at: string
}

/** The next version, with the facts recorded with it. */
export function nextCashout(before: Cashout, at: Date, facts: Partial<Cashout>): Cashout {
  const { ownerQuery, ...after }: Cashout = {
    ...before,
    ...facts,
    version: before.version + 1,
    updatedAt: notBefore(before.updatedAt, at),
  }
  const canName = ownerQuery !== undefined && mayBeSent(after) && isFresh(ownerQuery, at)
  return { ...after, ...(canName && { ownerQuery }) }
}

/** The bank has not accepted it yet. */
const mayBeSent = ({ status, endToEndId }: Pick<Cashout, 'status' | 'endToEndId'>): boolean =>
  status === 'PENDING' || (status === 'PROCESSING' && endToEndId === undefined)

/** The amount by which the cashout reduces the account's balance while it is open. */
export const totalOf = ({ amount, fee }: Pick<Cashout, 'amount' | 'fee'>): number => amount + fee

/** The earliest instant it may be sent, counted from `at`. */
export const earliestOf = ({ notBefore }: Pick<Cashout, 'notBefore'>, at: Date): Date =>
  notBefore === undefined || new Date(notBefore) < at ? at : new Date(notBefore)
