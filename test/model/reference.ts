import { bankDay, dayOf, nameOf, startOf } from './bank-days.ts'
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
  readonly refunds: Map<string, ReferenceRefund>
  readonly cashouts: Map<string, ReferenceCashout>
  readonly disputes: Map<string, ReferenceDispute>
  /** What was claimed, whether or not a dispute came of it. */
  readonly claims: { readonly caseId: string; readonly saleId: string; readonly amount: number }[]
  /** How payouts to a key go, by key. */
  readonly payoutOutcomes: Map<string, PayoutOutcome>
  /** What an operator has asked to be posted, by its key. */
  readonly corrections: Map<string, ReferenceCorrection>
  /** Absent: no withdrawal happens by itself. */
  schedule?: ReferenceSchedule
  /** Several moves run concurrently: the state that each of them saw is not defined. */
  isCrowded: boolean
  /** Whether it owed when the current commit began: the commit itself may have paid the debt. */
  wasOwing: boolean
  /** How often time has passed. */
  turn: number
  /** The turn in which an answer was lost last: whatever waits for one waits longer. */
  lostTurn: number
  lostAnswers: number
}

/** What an account may have agreed. */
export interface Terms {
  /** A refund beyond the balance is owed, or refused. */
  readonly owes: boolean
  /** The fee of what goes back goes back too. */
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
  readonly amount: number
  readonly installments: number
  readonly createdAt: Date
  /** What names it outside: how it is paid, and how its refunds are distinguished. */
  readonly outside: string
  status: string
  paidAt?: Date
  feeTaken: number
  refunded: number
  parts: Part[]
  /** How the next refund of it will go. */
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
  /** As the gateway names it: of two that are due on one day the lower goes first. */
  id: string
}

/** Where a part of an amount that waits was taken from. */
export interface Held {
  readonly book: 'available' | 'pending' | 'debt'
  readonly amount: number
  readonly part?: Part
}

export interface ReferenceRefund {
  readonly id: string
  readonly saleId: string
  readonly amount: number
  /** It leaves as a payment to a key. */
  readonly isToKey: boolean
  outcome: RefundOutcome | PayoutOutcome
  readonly createdAt: Date
  readonly turn: number
  readonly held: readonly Held[]
  status: 'PROCESSING' | 'COMPLETED' | 'FAILED'
  /** What the key's bank gave back. */
  returned: number
}

export interface ReferenceCashout {
  readonly id: string
  readonly amount: number
  readonly fee: number
  readonly outcome: PayoutOutcome
  /** When it could first be sent. */
  turn: number
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
  /** What its provider took when it was lost, whatever refunds under way had of it. */
  took: number
  /** As its provider calls it. */
  caseId: string
  /** What the provider says it is about by now: it may lose less than it claimed. */
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
  refunds: new Map(),
  cashouts: new Map(),
  disputes: new Map(),
  claims: [],
  payoutOutcomes: new Map(),
  corrections: new Map(),
  isCrowded: false,
  wasOwing: false,
  turn: 0,
  lostTurn: 0,
  lostAnswers: 0,
})

export const inBook = ({ books }: Reference, book: Book): number => books.get(book) ?? 0

/** From one book to another. Debt is a book below zero. */
export function move(reference: Reference, from: Book, to: Book, amount: number): void {
  if (amount === 0) return
  reference.books.set(from, inBook(reference, from) - amount)
  reference.books.set(to, inBook(reference, to) + amount)
}

/** Whatever is available pays what is owed, before anything else is done with it. */
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

/** A sale is paid: its parts are dealt out, and its fee is taken. */
export function sell(reference: Reference, sale: ReferenceSale, paidAt: Date): void {
  const { method, amount, installments } = sale
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
        id: '',
      }
    })
  }
  const book = method === 'PIX' ? 'available' : 'pending'
  move(reference, clearingOf(method), book, amount)
  move(reference, book, 'fees', fee)
  payDebt(reference)
}

export const leftIn = ({ gross, fee, taken }: Part): number => gross - fee - taken

/** What waits goes aside: out of what is available, then of what is to come, the soonest first. */
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

/** Back where it was; what has come meanwhile is available. */
export function putBack(reference: Reference, held: readonly Held[]): void {
  for (const { amount, part } of held) {
    const isToCome = part !== undefined && !part.isSettled
    move(reference, 'blocked', isToCome ? 'pending' : 'available', amount)
    if (isToCome) part.taken -= amount
  }
  payDebt(reference)
}

/** Parts that have not come, the soonest first. */
export function toCome({ sales }: Reference): Part[] {
  const parts = [...sales.values()].flatMap(({ parts: all }) =>
    all.filter(({ isSettled }) => !isSettled),
  )
  const keyOf = ({ dueOn, id }: Part) => `${dueOn} ${id}`
  return parts.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** What of a sale is neither given back, nor on its way back, nor blocked or lost in a dispute. */
export function untaken({ refunds, disputes }: Reference, { id, amount }: ReferenceSale): number {
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

/** Where a sale ends of which nothing is left; what an acquirer took gives it its name. */
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

/** The provider denies it, at once or after having accepted it. */
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
