import type { Cents } from '../../primitives/money.ts'
import type { Claim, ClaimState } from '../ports/dispute.ts'
import { claimedAmount, type Infraction } from './read-infraction.ts'
import type { MedReturn, ReceivedPix } from './read-pix.ts'

/**
 * A return without an infraction is a claim of its own, lost as soon as it is seen. Its id is the
 * D… id of the return.
 */
export function claimOfReturn(pix: ReceivedPix, medReturn: MedReturn): Claim {
  return {
    kind: 'med',
    caseId: medReturn.returnId,
    payment: { reference: pix.txid ?? pix.endToEndId },
    endToEndId: pix.endToEndId,
    ...(pix.key !== undefined && { key: pix.key }),
    amount: medReturn.amount,
    state: ({ processing: 'under-review', returned: 'lost', failed: 'won' } as const)[
      medReturn.state
    ],
    reason: {
      code: medReturn.nature,
      text: meanings.get(medReturn.nature) ?? 'Devolução iniciada pelo banco',
    },
    openedAt: medReturn.requestedAt,
    ...(medReturn.state === 'returned' && { returnId: medReturn.returnId }),
  }
}

const meanings: ReadonlyMap<string, string> = new Map([
  ['MED_FRAUDE', 'Devolução pelo MED: fundada suspeita de fraude'],
  ['MED_OPERACIONAL', 'Devolução pelo MED: falha operacional de um banco'],
  ['MED_PIX_AUTOMATICO', 'Devolução pelo MED de Pix Automático'],
])

/** The infractions of one Pix as claims. An accepted one is lost only when its money went back. */
export function claimsOfInfractions(
  pix: ReceivedPix,
  infractions: readonly Infraction[],
): readonly Claim[] {
  const returns = matchReturns(pix, infractions)
  return infractions.flatMap((infraction) => {
    const amount = claimedAmount(infraction, pix.amount)
    if (!amount) return []
    const own = returns.get(infraction.id) ?? []
    const isBack = infraction.state === 'accepted' && isGivenBack(pix, amount, own)
    const returnId = own.findLast(({ state }) => state === 'returned')?.returnId
    const state = isBack ? 'lost' : stateWhile[infraction.state]
    return [
      claimOf(infraction, {
        reference: pix.txid ?? pix.endToEndId,
        key: pix.key,
        amount,
        state,
        returnId: isBack ? returnId : undefined,
      }),
    ]
  })
}

/** An infraction as a claim, when nothing is known of its Pix. */
export function claimOfUnmatched(infraction: Infraction): readonly Claim[] {
  const amount = claimedAmount(infraction)
  if (!amount) return []
  return [
    claimOf(infraction, {
      reference: infraction.endToEndId,
      key: undefined,
      amount,
      state: stateWhile[infraction.state],
      returnId: undefined,
    }),
  ]
}

const stateWhile: Record<Infraction['state'], ClaimState> = {
  open: 'needs-response',
  defended: 'under-review',
  accepted: 'under-review',
  rejected: 'won',
}

function claimOf(
  { id, endToEndId, reason, openedAt, answerBy }: Infraction,
  facts: {
    readonly reference: string
    readonly key: string | undefined
    readonly amount: Cents
    readonly state: ClaimState
    readonly returnId: string | undefined
  },
): Claim {
  return {
    kind: 'med',
    caseId: id,
    payment: { reference: facts.reference },
    endToEndId,
    ...(facts.key !== undefined && { key: facts.key }),
    amount: facts.amount,
    state: facts.state,
    reason,
    openedAt,
    ...(answerBy && { answerBy }),
    ...(facts.returnId !== undefined && { returnId: facts.returnId }),
  }
}

/**
 * Whether the payer has received everything that a claim can take: the amount of the Pix that
 * refunds and other claims left.
 */
function isGivenBack(pix: ReceivedPix, amount: Cents, own: readonly MedReturn[]): boolean {
  const elsewhere = pix.refunded + returned(pix.returns) - returned(own)
  return returned(own) >= Math.min(amount, pix.amount - elsewhere)
}

/**
 * Whether returns of the bank cover the whole claim of an accepted infraction. If they cover less,
 * a refund of ours may complete them later.
 */
export function isCovered(
  infraction: Infraction,
  pix: ReceivedPix,
  infractions: readonly Infraction[],
): boolean {
  const own = matchReturns(pix, infractions).get(infraction.id)
  const amount = claimedAmount(infraction, pix.amount) ?? 0
  return own !== undefined && returned(own) >= amount
}

const returned = (returns: readonly MedReturn[]): number =>
  returns.reduce((sum, each) => sum + (each.state === 'returned' ? each.amount : 0), 0)

/**
 * Assigns returns to accepted infractions. The API does not link them. In the order in which they
 * were opened, each infraction takes the return of its amount, or several returns that add up to
 * it. A return that is left over has no infraction.
 */
export function matchReturns(
  pix: ReceivedPix,
  infractions: readonly Infraction[],
): ReadonlyMap<string, readonly MedReturn[]> {
  const matched = new Map<string, readonly MedReturn[]>()
  let rest = pix.returns.filter(({ state }) => state !== 'failed')
  const accepted = infractions.filter(({ state }) => state === 'accepted')
  for (const infraction of accepted.toSorted(
    (a, b) => a.openedAt.getTime() - b.openedAt.getTime(),
  )) {
    const amount = claimedAmount(infraction, pix.amount) ?? 0
    const exact = rest.find((each) => each.amount === amount)
    const own = exact ? [exact] : upTo(rest, amount)
    matched.set(infraction.id, own)
    rest = rest.filter((each) => !own.includes(each))
  }
  return matched
}

/** The first returns whose sum is not above an amount. */
function upTo(returns: readonly MedReturn[], amount: number): readonly MedReturn[] {
  let left = amount
  return returns.filter((each) => {
    if (each.amount > left) return false
    left -= each.amount
    return true
  })
}
