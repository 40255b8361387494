import { cents } from '../../src/primitives/money.ts'
import type { Claim } from '../../src/providers/ports/dispute.ts'

/** A chargeback of R$ 100.00 with a week to answer, unless a test overrides it. */
export const someClaim = (given: Partial<Claim> = {}): Claim => ({
  kind: 'chargeback',
  caseId: 'case-1',
  payment: { tid: '1' },
  amount: cents(100_00),
  state: 'needs-response',
  reason: { code: '10.4', text: 'Fraude' },
  openedAt: new Date('2026-11-20T15:00:00Z'),
  answerBy: new Date('2026-11-27T15:00:00Z'),
  ...given,
})
