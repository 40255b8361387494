import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someTransaction } from '../../../test/kit/some-transaction.ts'
import { cents } from '../../primitives/money.ts'
import { nextQueryWaitMs } from '../../providers/polling/retry-schedule.ts'
import type { CardOutcome, CardVoided } from '../../providers/ports/card.ts'
import type { Transaction, TransactionStatus } from '../transaction.ts'
import { afterOutcome, attemptAfter, otherAmount } from './apply-card-outcome.ts'
import type { Attempt } from './attempt.ts'

const at = new Date('2026-11-21T15:00:00Z')
const draft = (overrides: Partial<Transaction> = {}, capture = true): Transaction =>
  someTransaction({
    method: 'CREDIT_CARD',
    card: { brand: 'VISA', lastFour: '1111', capture },
    ...overrides,
  })
const approved = (captured: boolean): CardOutcome => ({
  kind: 'approved',
  captured,
  reference: 'r',
  amount: cents(10_00),
})
const refused: CardOutcome = {
  kind: 'refused',
  reference: 'r',
  code: '51',
  reason: 'Saldo insuficiente.',
  retryable: true,
}
const analysing: CardOutcome = { kind: 'analysing', reference: 'r' }
const unknown: CardOutcome = { kind: 'unknown', cause: 'timeout' }
const notSent: CardOutcome = { kind: 'not-sent', cause: 'refused' }
const credentialsRefused: CardOutcome = {
  ...{ kind: 'rejected', reason: 'provider-misconfigured' },
  ...{ code: '401', message: 'A adquirente recusou a configuração da conta.' },
}
const voided: CardVoided = { kind: 'voided', reference: 'r', amount: cents(10_00) }

const rows: {
  from: TransactionStatus
  version: number
  capture?: boolean
  outcome: CardOutcome | CardVoided
  to: TransactionStatus | undefined
}[] = [
  { from: 'WAITING_PAYMENT', version: 1, outcome: approved(true), to: 'PAID' },
  { from: 'WAITING_PAYMENT', version: 2, outcome: approved(true), to: 'PAID' },
  {
    from: 'WAITING_PAYMENT',
    version: 1,
    capture: false,
    outcome: approved(false),
    to: 'AUTHORIZED',
  },
  // The capture was requested and is not confirmed: the sale is undecided.
  { from: 'WAITING_PAYMENT', version: 1, outcome: approved(false), to: 'WAITING_PAYMENT' },
  { from: 'WAITING_PAYMENT', version: 2, outcome: approved(false), to: undefined },
  { from: 'WAITING_PAYMENT', version: 1, outcome: refused, to: 'REFUSED' },
  { from: 'WAITING_PAYMENT', version: 1, outcome: analysing, to: 'WAITING_PAYMENT' },
  { from: 'WAITING_PAYMENT', version: 2, outcome: analysing, to: undefined },
  // A missing response decides nothing, in any version.
  { from: 'WAITING_PAYMENT', version: 1, outcome: unknown, to: 'WAITING_PAYMENT' },
  { from: 'WAITING_PAYMENT', version: 7, outcome: unknown, to: undefined },
  { from: 'WAITING_PAYMENT', version: 2, outcome: notSent, to: 'REFUSED' },
  { from: 'WAITING_PAYMENT', version: 2, outcome: voided, to: 'REFUSED' },
  // A refusal of our credentials is no refusal of the card.
  { from: 'WAITING_PAYMENT', version: 1, outcome: credentialsRefused, to: 'CANCELED' },
  { from: 'AUTHORIZED', version: 2, capture: false, outcome: voided, to: 'CANCELED' },
  { from: 'AUTHORIZED', version: 2, capture: false, outcome: approved(true), to: 'PAID' },
  // A late outcome does not change a final status.
  { from: 'PAID', version: 2, outcome: refused, to: undefined },
  { from: 'PAID', version: 2, outcome: approved(true), to: undefined },
  { from: 'REFUSED', version: 2, outcome: approved(true), to: undefined },
  { from: 'CHARGEDBACK', version: 4, outcome: refused, to: undefined },
  { from: 'REFUNDED', version: 4, outcome: approved(true), to: undefined },
  // A repeated approval of the sale does not end its dispute.
  { from: 'IN_PROTEST', version: 3, outcome: approved(true), to: undefined },
  { from: 'CHARGEDBACK', version: 4, outcome: approved(true), to: undefined },
]
/** The response to the creation, recorded after a notice has recorded another version. */
const responses: [TransactionStatus, CardOutcome, TransactionStatus | undefined][] = [
  ['WAITING_PAYMENT', unknown, 'WAITING_PAYMENT'],
  ['WAITING_PAYMENT', analysing, 'WAITING_PAYMENT'],
  ['WAITING_PAYMENT', approved(false), 'WAITING_PAYMENT'],
  ['WAITING_PAYMENT', approved(true), 'PAID'],
  ['PAID', approved(true), undefined],
  ['REFUSED', refused, undefined],
]
for (const [from, outcome, to] of responses)
  test(`the response ${outcome.kind} after a notice, ${from} -> ${to ?? 'nothing new'}`, () => {
    assert.equal(afterOutcome(draft({ status: from, version: 2 }), outcome, at, true)?.status, to)
  })

const amounts: [TransactionStatus, CardOutcome | CardVoided, number, boolean][] = [
  ['WAITING_PAYMENT', approved(true), 10_00, false],
  ['WAITING_PAYMENT', approved(true), 16_00, true],
  ['WAITING_PAYMENT', approved(false), 16_00, true],
  ['AUTHORIZED', approved(true), 10_00, false],
  ['AUTHORIZED', approved(true), 16_00, true],
  ['PAID', approved(true), 16_00, false],
  ['REFUSED', approved(true), 16_00, false],
  ['CANCELED', approved(true), 16_00, false],
  ['WAITING_PAYMENT', voided, 16_00, false],
  ['WAITING_PAYMENT', unknown, 16_00, false],
]
for (const [status, outcome, amount, expected] of amounts)
  test(`a sale of ${amount} that is ${status} and ${outcome.kind} of 1000: ${expected}`, () => {
    const found = otherAmount({ status, amount: cents(amount) }, outcome)
    assert.equal(found, expected ? 10_00 : undefined)
  })

const wasPaid = new Set<TransactionStatus>(['PAID', 'REFUNDED', 'IN_PROTEST', 'CHARGEDBACK'])
for (const { from, version, capture = true, outcome, to } of rows) {
  const what =
    outcome.kind === 'approved'
      ? `approved ${outcome.captured ? 'and' : 'not'} captured`
      : outcome.kind
  const mode = capture ? '' : ' (authorize only)'
  test(`${from} version ${version}${mode} + ${what} -> ${to ?? 'nothing new'}`, () => {
    const before = draft(
      { status: from, version, ...(wasPaid.has(from) && { paidAt: at }) },
      capture,
    )
    const after = afterOutcome(before, outcome, at)
    assert.equal(after?.status, to)
    if (after) assert.equal(after.version, version + 1)
    if (to === 'PAID') assert.ok(after?.paidAt)
    if (to === 'REFUSED') assert.ok(after?.refusedReason)
  })
}

const attempt: Attempt = {
  accountId: 'a',
  id: 'i',
  transactionId: 't',
  providerId: 'p',
  attemptRef: 'ref',
  state: 'sending',
  version: 1,
  amount: cents(10_00),
  queries: 0,
  notFound: 0,
  sentAt: at,
  dueAt: at,
}

test('an open attempt is queried again, and a settled one never', () => {
  const open = attemptAfter(attempt, unknown, { at, captureWanted: true })
  assert.deepEqual(
    [open.state, open.version, open.dueAt],
    ['unknown', 2, new Date(at.getTime() + 2_000)],
  )
  const settled = attemptAfter(attempt, approved(true), { at, captureWanted: true })
  assert.deepEqual([settled.state, settled.dueAt, settled.reference], ['approved', undefined, 'r'])
})

test('an attempt that the acquirer rejected for our credentials was not executed', () => {
  const { state, dueAt } = attemptAfter(attempt, credentialsRefused, { at, captureWanted: true })
  assert.deepEqual([state, dueAt], ['not-executed', undefined])
})

test('an authorization is final for an authorize-only sale, and open for any other', () => {
  assert.equal(
    attemptAfter(attempt, approved(false), { at, captureWanted: false }).state,
    'approved',
  )
  const open = attemptAfter(attempt, approved(false), { at, captureWanted: true })
  assert.equal(open.state, 'analysing')
  assert.ok(open.dueAt)
})

test('U5: queries follow 2 s to 30 min apart, then hourly for a day, then 6 h apart', () => {
  const minutes = (queries: number, ageMs: number) =>
    (nextQueryWaitMs(queries, ageMs) ?? 0) / 60_000
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 7, 8].map((queries) => minutes(queries, 0) * 60),
    [2, 5, 15, 30, 60, 120, 300, 900, 1800],
  )
  const hour = 3_600_000
  assert.equal(minutes(9, 2 * hour), 60)
  assert.equal(minutes(40, 30 * hour), 360)
  assert.equal(nextQueryWaitMs(80, 7 * 24 * hour), undefined)
})

test('a later response without the acquirer’s numbers of the sale does not delete them', () => {
  const card = {
    brand: 'VISA',
    lastFour: '0011',
    capture: false,
    reference: 'r',
    tid: '1001',
    nsu: '11',
  }
  const captured = afterOutcome(
    { ...draft({ status: 'AUTHORIZED', version: 2 }, false), card },
    approved(true),
    at,
  )
  assert.deepEqual(
    [captured?.status, captured?.card?.tid, captured?.card?.nsu],
    ['PAID', '1001', '11'],
  )
  const other = afterOutcome(
    { ...draft({ status: 'AUTHORIZED', version: 2 }, false), card: { ...card, reference: 'q' } },
    approved(true),
    at,
  )
  assert.equal(other?.card?.tid, undefined, 'of another sale')
})
