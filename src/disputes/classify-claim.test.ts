import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someClaim } from '../../test/kit/some-claim.ts'
import { someTransaction } from '../../test/kit/some-transaction.ts'
import { newId } from '../primitives/id.ts'
import type { ClaimState } from '../providers/ports/dispute.ts'
import { classifyClaim } from './classify-claim.ts'
import { type Dispute, type DisputeStatus, disputeMoves } from './dispute.ts'
import { newDispute } from './dispute-step.ts'

const now = new Date('2026-11-20T15:00:00Z')
const states: readonly ClaimState[] = ['needs-response', 'under-review', 'won', 'lost']
/**
 * The result of each state, in that order: a new status, nothing (-), or a case for a person (!).
 */
const meanings: readonly (readonly [Dispute['kind'], DisputeStatus | 'none', ...string[]])[] = [
  ['chargeback', 'none', 'NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST'],
  ['chargeback', 'NEEDS_RESPONSE', '-', 'UNDER_REVIEW', 'WON', 'LOST'],
  ['chargeback', 'UNDER_REVIEW', '-', '-', 'WON', 'LOST'],
  ['chargeback', 'WON', '-', '-', '-', '!'],
  ['chargeback', 'LOST', '-', '-', 'WON', '-'],
  ['med', 'none', 'NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST'],
  ['med', 'NEEDS_RESPONSE', '-', 'UNDER_REVIEW', 'WON', 'LOST'],
  ['med', 'UNDER_REVIEW', '-', '-', 'WON', 'LOST'],
  ['med', 'WON', '-', '-', '-', '!'],
  ['med', 'LOST', '-', '-', '!', '-'],
]

for (const [kind, from, ...expected] of meanings) {
  states.forEach((state, index) => {
    test(`${kind} ${from}, reported as ${state}: ${expected[index]}`, () => {
      const claim = someClaim({ kind, state })
      const known = {
        ...newDispute(claim, { transaction: someTransaction(), id: newId(0), now }),
        version: 1,
      }
      const meaning = classifyClaim(from === 'none' ? undefined : { ...known, status: from }, claim)
      const found = meaning.kind === 'move' ? meaning.to : meaning.kind === 'doubt' ? '!' : '-'
      assert.equal(found, expected[index])
      if (meaning.kind === 'move' && from !== 'none')
        assert.ok(disputeMoves[from].includes(meaning.to))
    })
  })
}
