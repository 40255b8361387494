import type { App } from '../app.ts'
import { openCase } from '../cases/open-case.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { newId } from '../primitives/id.ts'
import type { Claim } from '../providers/ports/dispute.ts'
import { methods } from '../transactions/methods/methods.ts'
import type { Transaction } from '../transactions/transaction.ts'
import {
  transactionByNsu,
  transactionByReference,
  transactionByTid,
} from '../transactions/transaction-store.ts'
import { classifyClaim } from './classify-claim.ts'
import { moveTo, newDispute, update } from './dispute-step.ts'
import { disputeByCase } from './dispute-store.ts'
import { isForeignClaim } from './foreign-claim.ts'
import {
  loadAvailableFunds,
  recordDisputeStep,
  type Deps as StepDeps,
} from './record-dispute-step.ts'

type Deps = StepDeps & Pick<App, 'providers'>

/**
 * Applies the claims that a provider reports, in any order and any number of times. A claim about
 * an unknown payment, about another Pix of its charge or another charge of its order, or of more
 * than the payment, opens a case for a person and moves no money. One that is not for this provider
 * opens none. Throws when some could not be applied. The others are applied.
 */
export async function applyClaims(
  app: Deps,
  providerId: string,
  claims: readonly Claim[],
): Promise<void> {
  const failures: unknown[] = []
  for (const claim of claims) {
    // One failure does not delay the other claims.
    await retryOnConflict(() => applyClaim(app, providerId, claim)).catch((cause: unknown) => {
      app.log.error(
        { providerId, caseId: claim.caseId, err: String(cause) },
        'a claim could not be applied',
      )
      failures.push(cause)
    })
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} claims could not be applied`)
}

async function applyClaim(app: Deps, providerId: string, claim: Claim): Promise<void> {
  const { caseId } = claim
  const openClaimCase = (why: string) =>
    openCase(app, providerId, {
      kind: 'claim-not-taken',
      subject: caseId,
      reference: caseId,
      found: { amount: claim.amount, state: claim.state, problem: `a claim ${why}` },
    })
  const transaction = await claimedTransaction(app, providerId, claim)
  if (!transaction) {
    const isForeign = await isForeignClaim(app, providerId, claim)
    return isForeign ? undefined : openClaimCase('for a payment we do not know')
  }
  const dispute = await disputeByCase(app.sql, {
    accountId: transaction.accountId,
    providerId,
    caseId,
  })
  const problem =
    problemOf(transaction, claim) ?? (dispute ? undefined : otherOf(transaction, claim))
  if (problem !== undefined) return openClaimCase(problem)
  if (dispute && dispute.transactionId !== transaction.id)
    return openClaimCase('that names another payment than before')
  const effect = classifyClaim(dispute, claim)
  if (effect.kind === 'doubt') return openClaimCase(effect.why)
  if (effect.kind === 'nothing') return

  const now = app.clock.now()
  if (effect.kind === 'update' && dispute)
    return recordDisputeStep(app, update(dispute, { claim, transaction, now }))
  if (effect.kind !== 'move') return
  const from = dispute ?? newDispute(claim, { transaction, id: newId(now.getTime()), now })
  const funds = await loadAvailableFunds(app, from)
  await recordDisputeStep(app, moveTo(from, effect.to, { claim, transaction, funds, now }))
}

const claimedTransaction = (
  { sql }: Pick<App, 'sql'>,
  providerId: string,
  { payment, amount }: Claim,
): Promise<Transaction | undefined> => {
  if ('reference' in payment) return transactionByReference(sql, providerId, payment.reference)
  return 'tid' in payment
    ? transactionByTid(sql, providerId, payment)
    : transactionByNsu(sql, providerId, { ...payment, amount })
}

/** The reason why a claim cannot be about this payment. */
function problemOf(transaction: Transaction, claim: Claim): string | undefined {
  const { method, amount, paidAt } = transaction
  if (methods[method].disputeKind !== claim.kind)
    return `of kind ${claim.kind} about a payment by ${method}`
  if (!paidAt) return 'for a payment that is not paid here'
  return claim.amount > amount ? 'of more than its payment' : undefined
}

/** The reason why a new claim is about another payment with the same reference. */
function otherOf(transaction: Transaction, claim: Claim): string | undefined {
  const endToEndId = methods[transaction.method].endToEndId(transaction) ?? claim.endToEndId
  if (claim.endToEndId !== undefined && claim.endToEndId !== endToEndId)
    return 'for another payment of the same charge'
  const sale = transaction.card?.reference ?? claim.saleReference
  return claim.saleReference !== undefined && claim.saleReference !== sale
    ? 'for another charge of the same order'
    : undefined
}
