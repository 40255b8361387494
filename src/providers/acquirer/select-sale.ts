import { unknownFrom } from '../http/unknown.ts'
import type { CardFinding } from '../ports/card.ts'

/**
 * Selects which of the sales under one order id decides its outcome. `findings` correspond to
 * `references`, oldest first. If two requests with one order id created two sales, the outcome
 * stays unknown while one of them is undecided.
 */
export function chooseSale(
  attemptRef: string,
  references: readonly string[],
  findings: readonly CardFinding[],
): CardFinding {
  if (findings.length === 0) return { kind: 'not-found' }
  const ends = new Map<string, CardFinding>()
  let approved = 0
  for (const finding of findings) {
    if (finding.kind !== 'found') return unknown(`a listed sale is ${finding.kind}`)
    if (finding.attemptRef !== attemptRef) return unknown('a listed sale is of another order')
    if (finding.outcome.kind === 'approved') approved += 1
    ends.set(finding.outcome.kind, finding) // The newest of each kind.
  }
  if (approved > 1) return { kind: 'several', references }
  const undecided = ends.get('unknown') ?? ends.get('analysing')
  if (undecided && approved > 0)
    return unknown('one sale approved and another undecided under one order')
  return (
    undecided ??
    ends.get('approved') ??
    ends.get('voided') ??
    ends.get('refused') ??
    unknown('no sale of a known kind')
  )
}

const unknown = unknownFrom()
