import { recordAudit } from '../audit-log/record-audit.ts'
import { leaseEnd } from '../db/business-time.ts'
import type { Tx } from '../db/pool.ts'
import { leaseMs } from '../db/queue-load.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type Approval, type Decider, decisionProblem, type Party, partyFrom } from './approval.ts'
import { approvalById, lockApproval, storeDecision } from './approval-store.ts'
import { type ApprovalDeps, objectOf } from './request-approval.ts'

interface Place {
  readonly accountId: string
  readonly id: string
}

/** What else is written in the transaction of a step, such as the mails about it. */
export type AlsoWrites = (tx: Tx, approval: Approval) => Promise<void>

/**
 * Records the decision of a second person. The caller applies an approved change at once. A worker
 * applies it a lease later, if the caller has not: two concurrent applications of one change would
 * register two addresses at a bank. Throws `not-found`, `approval-ended`, `approver-not-a-person`,
 * `permission-denied`, `approver-asked-for-it`, `approver-not-independent`.
 */
export async function decideApproval(
  app: ApprovalDeps,
  place: Place,
  {
    isApproved,
    reason,
    decider,
  }: { readonly isApproved: boolean; readonly reason: string | null; readonly decider: Decider },
  also?: AlsoWrites,
): Promise<Approval> {
  return app.sql.begin(async (tx) => {
    const approval = await lockOrReject(tx, place)
    const at = app.clock.now()
    const problem = decisionProblem(approval, decider, at)
    if (problem === 'permission-denied')
      throw new Rejection(problem, { params: { permission: approval.permission } })
    if (problem !== undefined) throw new Rejection(problem, { params: { status: approval.status } })
    await storeDecision(tx, place, {
      status: isApproved ? 'APPROVED' : 'REJECTED',
      decidedBy: partyFrom(decider),
      decidedAt: at,
      decision: reason,
      dueAt: isApproved ? leaseEnd(tx, app.clock, leaseMs) : null,
    })
    const decided = await lockOrReject(tx, place)
    await also?.(tx, decided)
    await recordAudit(app, tx, {
      accountId: place.accountId,
      action: isApproved ? 'approval.approved' : 'approval.rejected',
      object: objectOf(approval),
      before: approval.before,
      after: { ...approval.after, ...(reason !== null && { decision: reason }) },
    })
    return decided
  })
}

/**
 * Ends a request for the party that made it. Another login with the same name is another party:
 * people choose their names. Throws `not-found`, `approval-ended`.
 */
export async function withdrawApproval(
  app: ApprovalDeps,
  place: Place,
  party: Party,
): Promise<Approval> {
  return app.sql.begin(async (tx) => {
    const approval = await lockOrReject(tx, place)
    const { kind, id } = approval.requestedBy
    if (kind !== party.kind || id !== party.id) throw new Rejection('not-found')
    if (approval.status !== 'PENDING')
      throw new Rejection('approval-ended', { params: { status: approval.status } })
    await storeDecision(tx, place, {
      status: 'WITHDRAWN',
      decidedBy: party,
      decidedAt: app.clock.now(),
      decision: null,
      dueAt: null,
    })
    const withdrawn = await lockOrReject(tx, place)
    await recordAudit(app, tx, {
      accountId: place.accountId,
      action: 'approval.withdrawn',
      object: objectOf(approval),
    })
    return withdrawn
  })
}

/** Ends a request that was not decided in time. */
export async function expireApproval(
  app: ApprovalDeps,
  place: Place,
  also?: AlsoWrites,
): Promise<void> {
  await app.sql.begin(async (tx) => {
    const approval = await lockApproval(tx, place.accountId, place.id)
    const at = app.clock.now()
    if (approval?.status !== 'PENDING' || approval.expiresAt > at) return
    await storeDecision(tx, place, {
      status: 'EXPIRED',
      decidedBy: null,
      decidedAt: at,
      decision: null,
      dueAt: null,
    })
    await also?.(tx, await lockOrReject(tx, place))
    await recordAudit(app, tx, {
      accountId: place.accountId,
      action: 'approval.expired',
      object: objectOf(approval),
    })
  })
}

export async function findApproval(
  { sql }: Pick<ApprovalDeps, 'sql'>,
  { accountId, id }: Place,
): Promise<Approval> {
  const approval = await approvalById(sql, accountId, id)
  if (!approval) throw new Rejection('not-found')
  return approval
}

async function lockOrReject(tx: Tx, { accountId, id }: Place): Promise<Approval> {
  const approval = await lockApproval(tx, accountId, id)
  if (!approval) throw new Rejection('not-found')
  return approval
}
