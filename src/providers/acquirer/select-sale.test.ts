import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '../../primitives/money.ts'
import type { CardFinding } from '../ports/card.ts'
import { chooseSale } from './select-sale.ts'

const endings = {
  captured: (reference) => ({ kind: 'approved', captured: true, reference, amount: cents(1) }),
  authorised: (reference) => ({ kind: 'approved', captured: false, reference, amount: cents(1) }),
  refused: (reference) => ({
    kind: 'refused',
    reference,
    code: '05',
    reason: 'Não autorizado.',
    retryable: false,
  }),
  voided: (reference) => ({ kind: 'voided', reference, amount: cents(1) }),
  analysing: (reference) => ({ kind: 'analysing', reference }),
  unfinished: () => ({ kind: 'unknown', cause: new Error('status 0') }),
} as const satisfies Record<
  string,
  (reference: string) => Extract<CardFinding, { kind: 'found' }>['outcome']
>

const rows: readonly [(keyof typeof endings)[], string][] = [
  [[], 'not-found'],
  [['captured'], 'approved 0'],
  [['refused', 'refused'], 'refused 1'],
  [['refused', 'captured'], 'approved 1'],
  [['captured', 'refused'], 'approved 0'],
  [['captured', 'voided'], 'approved 0'],
  [['voided', 'refused'], 'voided 0'],
  [['captured', 'captured'], 'several'],
  [['captured', 'authorised', 'refused'], 'several'],
  [['captured', 'analysing'], 'unknown'],
  [['unfinished', 'captured'], 'unknown'],
  [['refused', 'analysing'], 'analysing 1'],
  [['unfinished', 'refused'], 'unknown'],
]
for (const [sales, expected] of rows) {
  test(`sales ${sales.join(', ') || '(none)'} under one order are ${expected}`, () => {
    const references = sales.map((_ending, n) => String(n))
    const findings = sales.map((ending, n): CardFinding => {
      return { kind: 'found', attemptRef: 'A1', outcome: endings[ending](String(n)) }
    })
    const chosen = chooseSale('A1', references, findings)
    assert.equal(describeFinding(chosen), expected)
    if (chosen.kind === 'several') assert.deepEqual(chosen.references, references)
  })
}

test('a listed sale that is unreadable or of another order leaves it unknown', () => {
  const captured: CardFinding = { kind: 'found', attemptRef: 'A1', outcome: endings.captured('0') }
  for (const other of [
    { kind: 'not-found' },
    { kind: 'unknown', cause: 0 },
    { ...captured, attemptRef: 'A2' },
  ] as const) {
    assert.equal(chooseSale('A1', ['0', '1'], [captured, other]).kind, 'unknown')
  }
})

function describeFinding(finding: CardFinding): string {
  if (finding.kind !== 'found') return finding.kind
  const { outcome } = finding
  return 'reference' in outcome ? `${outcome.kind} ${outcome.reference}` : outcome.kind
}
