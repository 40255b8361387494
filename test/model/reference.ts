import assert from 'node:assert/strict'
import { bankDay, dayOf, lateAmount, nameOf, startOf } from './bank-days.ts'
import type { PayoutOutcome } from './fake-payer.ts'
import type { RefundOutcome } from './fake-providers.ts'
import type { ReferenceSchedule } from './reference-schedule.ts'

/**
 * A second, simpler implementation of the gateway's money rules: whole cents that move between
 * named books.
 */
export interface Reference {
  readonly terms: Terms
  /** Credits minus debits of every book. Their sum is always zero. */
  readonly books: Map<Book, number>
  readonly sales: Map<string, ReferenceSale>
  /** The ids of the parts in the gateway, by sale and number. */
  readonly partIds: Map<string, string>
  readonly refunds: Map<string, ReferenceRefund>
  readonly cashouts: Map<string, ReferenceCashout>
  readonly disputes: Map<string, ReferenceDispute>
  /** Every reported claim, also one that opened no dispute. */
  readonly claims: { readonly caseId: string; readonly saleId: string; readonly amount: number }[]
  /** The outcome of a payout, by PIX key. */
  readonly payoutOutcomes: Map<string, PayoutOutcome>
  /** The corrections that an operator has requested, by idempotency key. */
  readonly corrections: Map<string, ReferenceCorrection>
  /** Absent: automatic withdrawals are off. */
  schedule?: ReferenceSchedule
  /**
   * Commands and workers run concurrently: the state that each of them reads is not defined.
   */
  isConcurrent: boolean
  /** Whether there was a debt before the current commit, which may itself have paid it. */
  owedBefore: boolean
  /** How often time has passed: each time starts a new period. */
  period: number
  /** The period in which a response was lost last. Work that needs it may end later. */
  lostPeriod: number
  lostResponses: number
}

/** The terms of an account that change its money. */
export interface Terms {
  /** A refund beyond the balance is owed, or refused. */
  readonly owes: boolean
  /** A refund returns its share of the fee. */
  readonly returnsFees: boolean
  readonly cashoutFixed: number
  /** Hundredths of a per cent. */
  readonly cashoutRate: number
  /** Cashouts above it wait for a person. Cents. */
  readonly approvalAbove: number
  /** Banks compare the key's owner with a document. */
  readonly checksOwner: boolean
}

export type Method = 'PIX' | 'BOLETO' | 'CREDIT_CARD'
export type Book =
  | 'pending'
  | 'available'
  | 'blocked'
  | 'debt'
  | 'fees'
  | 'orphan-funds'
  | `clearing:${string}`

export interface ReferenceSale {
  readonly id: string
  readonly method: Method
  amount: number
  readonly installments: number
  readonly createdAt: Date
  /** Of a PIX with a due date: the day, as a count of days. */
  readonly dueDay?: number
  /** Its id at the provider, which payments and refunds of it carry. */
  readonly outside: string
  status: string
  paidAt?: Date
  feeTaken: number
  refunded: number
  parts: Part[]
  /** The outcome of its next refund. */
  outcome: RefundOutcome
}

export interface Part {
  readonly number: number
  readonly gross: number
  readonly fee: number
  readonly dueOn: string
  readonly dueAt: Date
  taken: number
  isSettled: boolean
  /** Its id in the gateway. Of two parts that are due on one day, the lower id is first. */
  readonly id: string
}

/** The book from which a part of a held amount was taken. */
export interface Held {
  readonly book: 'available' | 'pending' | 'debt'
  readonly amount: number
  readonly part?: Part
}

export interface ReferenceRefund {
  readonly id: string
  readonly saleId: string
  readonly amount: number
  /** Paid to a PIX key instead of through the provider of the sale. */
  readonly isToKey: boolean
  outcome: RefundOutcome | PayoutOutcome
  readonly createdAt: Date
  /** The period from which its end is expected. */
  period: number
  readonly held: readonly Held[]
  status: 'PROCESSING' | 'COMPLETED' | 'FAILED'
  failedAt?: Date
  /** The amount that the bank of the key returned. */
  returned: number
}

export interface ReferenceCashout {
  readonly id: string
  readonly amount: number
  readonly fee: number
  readonly outcome: PayoutOutcome
  /** The period in which it could first be sent. */
  period: number
  status: string
  isWaiting: boolean
  returned: number
}

export interface ReferenceDispute {
  readonly id: string
  readonly saleId: string
  readonly kind: 'chargeback' | 'med'
  readonly amount: number
  status: 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST'
  held: readonly Held[]
  lost: number
  /** The amount that its provider took when it was lost, with no regard to open refunds. */
  took: number
  /** Its id at the provider. */
  caseId: string
  /** The amount that the provider reports now. It may be less than the claim. */
  reported: number
}

export interface ReferenceCorrection {
  readonly debit: Book
  readonly credit: Book
  readonly amount: number
  isPosted: boolean
}

export const newReference = (terms: Terms): Reference => ({
  terms,
  books: new Map(),
  sales: new Map(),
  partIds: new Map(),
  refunds: new Map(),
  cashouts: new Map(),
  disputes: new Map(),
  claims: [],
  payoutOutcomes: new Map(),
  corrections: new Map(),
  isConcurrent: false,
  owedBefore: false,
  period: 0,
  lostPeriod: 0,
  lostResponses: 0,
})

export const inBook = ({ books }: Reference, book: Book): number => books.get(book) ?? 0

/** Moves an amount between books. A debt is the book `debt` below zero. */
export function move(reference: Reference, from: Book, to: Book, amount: number): void {
  if (amount === 0) return
  reference.books.set(from, inBook(reference, from) - amount)
  reference.books.set(to, inBook(reference, to) + amount)
}

/** Available money pays the debt first. */
export function payDebt(reference: Reference): void {
  move(
    reference,
    'available',
    'debt',
    Math.min(inBook(reference, 'available'), -inBook(reference, 'debt')),
  )
}

export const clearingOf = (method: Method): Book =>
  method === 'PIX' ? 'clearing:pix' : method === 'BOLETO' ? 'clearing:boleto' : 'clearing:card'

/** Records the payment of a sale: its parts and its fee. */
export function sell(reference: Reference, sale: ReferenceSale, paidAt: Date): void {
  const { method, installments } = sale
  if (sale.dueDay !== undefined) sale.amount = lateAmount(sale.amount, sale.dueDay, paidAt)
  const { amount } = sale
  const fee = feeOf(method, amount, installments)
  const paidOn = dayOf(paidAt)
  sale.paidAt = paidAt
  sale.feeTaken = fee
  if (method !== 'PIX') {
    const fees = deal(fee, installments)
    sale.parts = deal(amount, installments).map((gross, index) => {
      const day = method === 'BOLETO' ? bankDay(paidOn + 1) : bankDay(paidOn + 30 * (index + 1))
      const due = { dueOn: nameOf(day), dueAt: startOf(day) }
      return {
        number: index + 1,
        gross,
        fee: fees[index] ?? 0,
        ...due,
        taken: 0,
        isSettled: false,
        id: partIdOf(reference, sale, index + 1),
      }
    })
  }
  const book = method === 'PIX' ? 'available' : 'pending'
  move(reference, clearingOf(method), book, amount)
  move(reference, book, 'fees', fee)
  payDebt(reference)
}

function partIdOf({ partIds }: Reference, { id }: ReferenceSale, number: number): string {
  const partId = partIds.get(`${id} ${number}`)
  assert.ok(partId, `part ${number} of the paid sale ${id} is not stored`)
  return partId
}

export const leftIn = ({ gross, fee, taken }: Part): number => gross - fee - taken

/** The sources of an amount to hold: available money, then pending parts in order of date. */
export function hold(
  reference: Reference,
  amount: number,
): { readonly held: readonly Held[]; readonly missing: number } {
  const held: Held[] = []
  let left = amount
  const take = (there: number, from: Omit<Held, 'amount'>) => {
    const part = Math.min(left, there)
    if (part <= 0) return
    held.push({ ...from, amount: part })
    left -= part
  }
  take(inBook(reference, 'available'), { book: 'available' })
  for (const part of toCome(reference)) take(leftIn(part), { book: 'pending', part })
  return { held, missing: left }
}

export function setAside(reference: Reference, held: readonly Held[]): void {
  for (const { book, amount, part } of held) {
    move(reference, book, 'blocked', amount)
    if (part) part.taken += amount
  }
}

/** Returns held money to its books. A part that was settled meanwhile becomes available. */
export function putBack(reference: Reference, held: readonly Held[]): void {
  for (const { amount, part } of held) {
    const isToCome = part !== undefined && !part.isSettled
    move(reference, 'blocked', isToCome ? 'pending' : 'available', amount)
    if (isToCome) part.taken -= amount
  }
  payDebt(reference)
}

/** The pending parts, in order of date. */
export function toCome({ sales }: Reference): Part[] {
  const parts = [...sales.values()].flatMap(({ parts: all }) =>
    all.filter(({ isSettled }) => !isSettled),
  )
  const keyOf = ({ dueOn, id }: Part) => `${dueOn} ${id}`
  return parts.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** The amount of a sale minus its refunds, done or under way, and its disputes, held or lost. */
export function remainingAmount(
  { refunds, disputes }: Reference,
  { id, amount }: ReferenceSale,
): number {
  const given = [...refunds.values()].filter(
    ({ saleId, status }) => saleId === id && status !== 'FAILED',
  )
  const disputed = [...disputes.values()].filter(({ saleId }) => saleId === id)
  const blocked = disputed.flatMap(({ held }) => held)
  const lost = disputed.reduce((sum, each) => sum + each.lost, 0)
  return amount - [...given, ...blocked].reduce((sum, each) => sum + each.amount, 0) - lost
}

/**
 * A cancel that never reached the acquirer, with its response lost: the outcome is unknown until a
 * person refunds it by hand.
 */
export const isLostForGood = ({ method }: ReferenceSale, { outcome }: ReferenceRefund): boolean =>
  method === 'CREDIT_CARD' && outcome === 'lostUndone'

export const isOpen = ({ status }: ReferenceDispute): boolean =>
  status === 'NEEDS_RESPONSE' || status === 'UNDER_REVIEW'

/** The final status of a sale with nothing left: CHARGEDBACK if a chargeback took any of it. */
export function endOf(
  { disputes }: Reference,
  { id, amount, refunded }: ReferenceSale,
): string | undefined {
  const chargedBack = [...disputes.values()].filter(
    ({ saleId, kind }) => saleId === id && kind === 'chargeback',
  )
  const lost = chargedBack.reduce((sum, each) => sum + each.lost, 0)
  if (refunded + lost < amount) return undefined
  return lost > 0 ? 'CHARGEDBACK' : 'REFUNDED'
}

/**
 * A report of a denied cancel does not name the cancel. For a day after one cancel of a sale was
 * denied, a report is taken for a repeated one.
 */
export const isDenialDoubted = (
  { sales, refunds }: Reference,
  { saleId, outcome }: ReferenceRefund,
  now: Date,
): boolean =>
  outcome === 'deniedLater' &&
  sales.get(saleId)?.method === 'CREDIT_CARD' &&
  [...refunds.values()].some(
    (other) =>
      other.saleId === saleId &&
      other.failedAt !== undefined &&
      now.getTime() - other.failedAt.getTime() < dayMs,
  )

const dayMs = 86_400_000

/** Whether the provider denies it, at once or after it accepted it. */
export const isNo = (outcome: RefundOutcome | PayoutOutcome): boolean =>
  outcome === 'denied' ||
  outcome === 'deniedLater' ||
  outcome === 'refused' ||
  outcome === 'failedLater'

/** The prices `test/kit/some-account.ts` gives a merchant, written out. */
function feeOf(method: Method, amount: number, installments: number): number {
  if (method === 'PIX') return Math.min(amount, roundHalfUp(amount, 99))
  if (method === 'BOLETO') return Math.min(amount, 3_49)
  return Math.min(
    amount,
    39 + roundHalfUp(amount, installments === 1 ? 399 : installments <= 6 ? 459 : 519),
  )
}

export function roundHalfUp(amount: number, rate: number): number {
  return Number((BigInt(amount) * BigInt(rate) * 2n + 10_000n) / 20_000n)
}

/** Splits the amount evenly: the first parts have one cent more. */
function deal(cents: number, hands: number): number[] {
  return Array.from(
    { length: hands },
    (_, hand) => Math.trunc(cents / hands) + (hand < cents % hands ? 1 : 0),
  )
}
