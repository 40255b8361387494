import assert from 'node:assert/strict'
import {
  clearingOf,
  endOf,
  hold,
  isOpen,
  move,
  payDebt,
  putBack,
  type Reference,
  type ReferenceDispute,
  type ReferenceSale,
  remainingAmount,
  setAside,
} from './reference.ts'

/** A dispute as the events of its payment describe it. */
export interface DisputePayload {
  readonly id: string
  readonly kind: 'chargeback' | 'med'
  readonly status: ReferenceDispute['status']
  readonly amount: number
  readonly blockedAmount: number
  readonly lostAmount: number
}

/**
 * Applies the event of one dispute. The amounts that it holds, takes or returns are computed here
 * and not copied from the event.
 */
export function applyDispute(
  reference: Reference,
  sale: ReferenceSale,
  { type, reported }: { readonly type: string; readonly reported: readonly DisputePayload[] },
): void {
  const changed = reported.filter((each) => {
    const known = reference.disputes.get(each.id)
    const isSame = known?.status === each.status && heldBy(known) === each.blockedAmount
    return !isSame || known.lost !== each.lostAmount
  })
  const [to] = changed
  if (!to) {
    assert.ok(quiet.has(type), `${type} of which nothing is to be seen`)
    return
  }
  assert.equal(changed.length, 1, 'one dispute moves at a time')
  const dispute = reference.disputes.get(to.id) ?? opened(reference, sale, to)
  assert.equal(dispute.amount, to.amount)
  if (dispute.status === to.status && isOpen(dispute)) blockMore(reference, sale, dispute)
  else if (dispute.status === 'LOST' && to.status === 'LOST') loseRest(reference, sale, dispute)
  else moveTo(reference, sale, dispute, to.status)
  sale.status = statusOf(reference, sale)
  const expected = eventsOf[dispute.status]
  assert.ok(expected.includes(type), `${type} of a dispute that is ${dispute.status}`)
}

const quiet = new Set([
  'transaction.dispute_due',
  'transaction.dispute_updated',
  'transaction.dispute_blocked',
])

const eventsOf: Readonly<Record<ReferenceDispute['status'], readonly string[]>> = {
  NEEDS_RESPONSE: [
    'transaction.in_protest',
    'transaction.dispute_opened',
    'transaction.dispute_blocked',
  ],
  UNDER_REVIEW: [
    'transaction.in_protest',
    'transaction.dispute_opened',
    'transaction.dispute_blocked',
    'transaction.dispute_under_review',
  ],
  WON: ['transaction.dispute_won'],
  LOST: [
    'transaction.chargedback',
    'transaction.dispute_lost',
    'transaction.refunded',
    'transaction.partially_refunded',
  ],
}

function opened(
  reference: Reference,
  sale: ReferenceSale,
  { id, kind, amount }: DisputePayload,
): ReferenceDispute {
  assert.ok(
    reference.claims.some((each) => each.saleId === sale.id && each.amount === amount),
    'a dispute without a claim',
  )
  assert.ok(amount <= sale.amount, 'a claim of more than the payment')
  assert.equal(kind, sale.method === 'PIX' ? 'med' : 'chargeback')
  const initial = {
    status: 'NEEDS_RESPONSE',
    held: [],
    lost: 0,
    took: 0,
    caseId: '',
    reported: amount,
  } as const
  const dispute: ReferenceDispute = { id, saleId: sale.id, kind, amount, ...initial }
  reference.disputes.set(id, dispute)
  return dispute
}

/** The amount it may take: its claim, at most the remaining amount of the payment. */
const atStake = (reference: Reference, sale: ReferenceSale, dispute: ReferenceDispute): number =>
  Math.min(dispute.amount, remainingAmount(reference, sale) + heldBy(dispute) + dispute.lost)

const heldBy = ({ held }: ReferenceDispute): number =>
  held.reduce((sum, { amount }) => sum + amount, 0)

/** Only what is there: a claim is no debt. */
function blockMore(reference: Reference, sale: ReferenceSale, dispute: ReferenceDispute): void {
  const { held } = hold(reference, atStake(reference, sale, dispute) - heldBy(dispute))
  setAside(reference, held)
  dispute.held = [...dispute.held, ...held]
}

function moveTo(
  reference: Reference,
  sale: ReferenceSale,
  dispute: ReferenceDispute,
  to: ReferenceDispute['status'],
): void {
  const wasLost = dispute.status === 'LOST'
  assert.ok(dispute.status !== 'WON', 'what is won stays won')
  assert.ok(!wasLost || (to === 'WON' && dispute.kind === 'chargeback'), `lost, and then ${to}`)
  if (to === 'WON' && wasLost) {
    move(reference, clearingOf(sale.method), 'available', dispute.lost)
    payDebt(reference)
    dispute.lost = 0
    dispute.took = 0
  } else if (to === 'WON') {
    putBack(reference, dispute.held)
  } else if (to === 'LOST') {
    dispute.took = Math.min(dispute.reported, dispute.amount, atProvider(reference, sale, dispute))
    const lost = Math.min(atStake(reference, sale, dispute), dispute.took)
    putBack(reference, beyond(dispute.held, lost))
    const { held, missing } = hold(reference, Math.max(0, lost - heldBy(dispute)))
    setAside(reference, missing === 0 ? held : [...held, { book: 'debt', amount: missing }])
    move(reference, 'blocked', clearingOf(sale.method), lost)
    dispute.lost = lost
    if (dispute.kind === 'med') sale.refunded += lost
  } else {
    blockMore(reference, sale, dispute)
  }
  if (to === 'WON' || to === 'LOST') dispute.held = []
  dispute.status = to
}

/**
 * What a refund that failed, or another dispute, no longer has of what its provider took: it is
 * gone too, or owed.
 */
function loseRest(reference: Reference, sale: ReferenceSale, dispute: ReferenceDispute): void {
  const rest = Math.min(dispute.took - dispute.lost, remainingAmount(reference, sale))
  assert.ok(rest > 0, 'nothing more was lost')
  const { held, missing } = hold(reference, rest)
  setAside(reference, missing === 0 ? held : [...held, { book: 'debt', amount: missing }])
  move(reference, 'blocked', clearingOf(sale.method), rest)
  dispute.lost += rest
  if (dispute.kind === 'med') sale.refunded += rest
}

/** What a payment's provider still has of it: refunds under way have not left. */
function atProvider(
  { refunds, disputes }: Reference,
  { id, amount }: ReferenceSale,
  but: ReferenceDispute,
): number {
  const given = [...refunds.values()].filter(
    ({ saleId, status }) => saleId === id && status === 'COMPLETED',
  )
  const others = [...disputes.values()].filter((each) => each.saleId === id && each !== but)
  const taken = others.reduce((sum, each) => sum + each.took, 0)
  return Math.max(0, amount - given.reduce((sum, each) => sum + each.amount, 0) - taken)
}

/** What of the holds is above an amount: the last of them. */
function beyond(held: ReferenceDispute['held'], amount: number): ReferenceDispute['held'] {
  let kept = 0
  return held.flatMap((each) => {
    const stays = Math.min(each.amount, amount - kept)
    kept += stays
    return stays === each.amount ? [] : [{ ...each, amount: each.amount - stays }]
  })
}

function statusOf(reference: Reference, sale: ReferenceSale): string {
  if (sale.status === 'REFUNDED') return sale.status
  const end = endOf(reference, sale)
  if (end) return end
  if (sale.status === 'CHARGEDBACK') return 'PAID'
  const ofSale = [...reference.disputes.values()].filter(({ saleId }) => saleId === sale.id)
  return ofSale.some((each) => isOpen(each) && atStake(reference, sale, each) > 0)
    ? 'IN_PROTEST'
    : 'PAID'
}
