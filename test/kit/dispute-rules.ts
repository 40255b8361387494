import assert from 'node:assert/strict'
import { classifyClaim } from '../../src/disputes/classify-claim.ts'
import { type Dispute, isOpen } from '../../src/disputes/dispute.ts'
import {
  blockMore,
  type DisputeStep,
  loseRest,
  moveTo,
  newDispute,
  update,
} from '../../src/disputes/dispute-step.ts'
import { type Balance, balanceAfter, emptyBalance } from '../../src/ledger/posting.ts'
import { newId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { Claim, ClaimState } from '../../src/providers/ports/dispute.ts'
import { withRefund } from '../../src/refunds/refund.ts'
import { heldAmount } from '../../src/settlement/hold.ts'
import { dueOf, type Receivable } from '../../src/settlement/receivable.ts'
import { remainingAmount } from '../../src/transactions/remaining-amount.ts'
import {
  canBecome,
  type RefundFacts,
  type Transaction,
} from '../../src/transactions/transaction.ts'
import { someClaim } from './some-claim.ts'
import { someTransaction } from './some-transaction.ts'

const now = new Date('2026-11-20T15:00:00Z')

/** A payment, its disputes and the account's money, moved by the rules alone. */
export interface Books {
  transaction: Transaction
  readonly disputes: Map<string, Dispute>
  balance: Balance
  receivables: readonly Receivable[]
  readonly events: string[]
}

export type Move = (books: Books) => void

export const report =
  (state: ClaimState, given: Partial<Claim> = {}): Move =>
  (books) => {
    const claim = someClaim({
      kind: books.transaction.method === 'PIX' ? 'med' : 'chargeback',
      ...given,
      state,
    })
    const { transaction } = books
    const dispute = books.disputes.get(claim.caseId)
    const meaning = classifyClaim(dispute, claim)
    if (meaning.kind === 'update' && dispute)
      apply(books, update(dispute, { claim, transaction, now }))
    if (meaning.kind !== 'move') return
    const from = dispute ?? newDispute(claim, { transaction, id: newId(now.getTime()), now })
    apply(books, moveTo(from, meaning.to, { claim, transaction, funds: fundsOf(books), now }))
  }

/** So much comes in, and the disputes that are short look again. */
export const earn =
  (amount: number): Move =>
  (books) => {
    books.balance = { ...books.balance, available: cents(books.balance.available + amount) }
    recheck(books)
  }

/** Disputes have what they could not have before: those that are lost, then those that are open. */
export const recheck: Move = (books) => {
  const all = [...books.disputes.values()]
  for (const dispute of [...all.filter((each) => !isOpen(each)), ...all.filter(isOpen)]) {
    const stage = { transaction: books.transaction, funds: fundsOf(books), now }
    const step = isOpen(dispute) ? blockMore(dispute, stage) : loseRest(dispute, stage)
    if (step) apply(books, step)
  }
}

export const refund =
  (amount: number, status: RefundFacts['status'], id = 'r1'): Move =>
  (books) => {
    const before = books.transaction
    books.transaction = withRefund(
      before,
      { id, amount: cents(amount), status, createdAt: now.toISOString() },
      now,
    )
    assert.ok(
      before.status === books.transaction.status ||
        canBecome(before.status, books.transaction.status),
    )
  }

const fundsOf = ({ balance, receivables }: Books) => ({
  balance,
  scheduled: receivables.filter((each) => dueOf(each) > 0),
  heldFrom: receivables,
})

/** Holds the step to what must hold of every one. */
function apply(books: Books, { before, after, dispute, movement, eventType }: DisputeStep): void {
  assert.ok(
    before.status === after.status || canBecome(before.status, after.status),
    `${before.status} ${after.status}`,
  )
  assert.equal(after.version, before.version + 1)
  for (const transfer of movement?.posting ?? []) {
    const balance = balanceAfter(books.balance, transfer)
    assert.ok(balance, `not covered: ${transfer.debit} to ${transfer.credit}`)
    books.balance = balance
  }
  books.transaction = after
  books.disputes.set(dispute.caseId, dispute)
  const changed = new Map((movement?.receivables ?? []).map((each) => [each.id, each]))
  books.receivables = books.receivables.map((each) => changed.get(each.id) ?? each)
  books.events.push(eventType.replace('transaction.', ''))
  const held = [...books.disputes.values()].reduce((sum, each) => sum + heldAmount(each.holds), 0)
  assert.equal(books.balance.blocked, held)
  assert.equal(
    books.balance.pending,
    books.receivables.reduce((sum, each) => sum + dueOf(each), 0),
  )
  remainingAmount(books.transaction) // Throws below zero.
}

const someReceivable = (net: number): Receivable => ({
  accountId: newId(0),
  id: newId(0),
  version: 1,
  transactionId: newId(0),
  method: 'CREDIT_CARD',
  number: 1,
  parts: 1,
  gross: cents(net),
  fee: cents(0),
  taken: cents(0),
  dueOn: '2026-12-21',
  status: 'SCHEDULED',
  unit: { merchantDocument: '', providerId: newId(0) },
  createdAt: now,
})

export function openBooks(
  method: 'PIX' | 'CREDIT_CARD',
  available: number,
  pending: readonly number[] = [],
): Books {
  return {
    transaction: someTransaction({ method, status: 'PAID', amount: cents(100_00), paidAt: now }),
    disputes: new Map(),
    balance: {
      ...emptyBalance,
      available: cents(available),
      pending: cents(pending.reduce((sum, each) => sum + each, 0)),
    },
    receivables: pending.map(someReceivable),
    events: [],
  }
}
