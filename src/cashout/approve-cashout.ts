import { activeAccountWriter } from '../accounts/active-account-store.ts'
import type { App } from '../app.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import { type Write, write } from '../journal/change.ts'
import { defined } from '../primitives/defined.ts'
import { Rejection } from '../primitives/rejection.ts'
import { isSameName } from '../primitives/same-name.ts'
import { recordCanceled } from './cancel-cashout.ts'
import { type Cashout, type CashoutRequester, earliestOf, nextCashout } from './cashout.ts'
import { cashoutById } from './cashout-store.ts'
import { recordCashoutStep } from './record-cashout-step.ts'

/** The decision of a person or of the merchant's program. */
export interface Decision {
  readonly isApproved: boolean
  /** Absent: the merchant's own program decided. */
  readonly decidedBy?: string
  readonly reason?: string
}

/**
 * Records the decision of a second person (docs/design/rules.md#k4). An approved cashout is sent.
 * The money of a denied cashout is released. Throws `not-found`, `cashout-status-does-not-allow`,
 * and for an approval `approver-asked-for-it` (the approver also requested the cashout) or
 * `cashout-account-suspended`.
 */
export async function decideCashout(
  app: Pick<App, 'sql' | 'journal' | 'clock' | 'links'>,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  decision: Decision,
  { idempotency }: { readonly idempotency?: IdempotencyHandle<Cashout> } = {},
): Promise<Cashout> {
  const cashout = await cashoutById(app.sql, accountId, id)
  if (!cashout) throw new Rejection('not-found')
  if (isWaiting(cashout)) {
    if (decision.isApproved && isSamePerson(cashout.requestedBy, decision.decidedBy))
      throw new Rejection('approver-asked-for-it', { field: 'decidedBy' })
    // A denial is accepted at any time, because it only releases money within the account.
    const extraWrites = decision.isApproved ? [write(activeAccountWriter, { accountId })] : []
    const decided = await recordDecision(app, cashout, decision, {
      extraWrites,
      ...(idempotency && { idempotency }),
    })
    if (decided) return decided
  }
  const now = (await cashoutById(app.sql, accountId, id)) ?? cashout
  // Only a suspension can leave the cashout waiting here, so the approval lost to the suspension.
  if (isWaiting(now)) throw new Rejection('cashout-account-suspended')
  const approval = now.approval?.state ?? 'none'
  throw new Rejection('cashout-status-does-not-allow', { params: { status: now.status, approval } })
}

/** Stores the decision with the cashout. Returns `undefined` when another change was first. */
export async function recordDecision(
  app: Pick<App, 'journal' | 'clock' | 'links'>,
  cashout: Cashout,
  { isApproved, decidedBy, reason }: Decision,
  {
    extraWrites = [],
    idempotency,
  }: {
    readonly extraWrites?: readonly Write[]
    readonly idempotency?: IdempotencyHandle<Cashout>
  } = {},
): Promise<Cashout | undefined> {
  const at = app.clock.now()
  const approval = {
    by: 'person' as const,
    ...cashout.approval,
    state: isApproved ? ('approved' as const) : ('denied' as const),
    decidedAt: at.toISOString(),
    ...defined({ decidedBy, reason }),
  }
  if (!isApproved)
    return recordCanceled(
      app,
      cashout,
      { approval, canceledReason: 'denied' },
      { ...(idempotency && { idempotency }) },
    )
  // The status stays and no event is sent. A worker sends the cashout as soon as its key may be
  // paid.
  const after = nextCashout(cashout, at, { approval })
  const checkAt = earliestOf(cashout, at)
  const key = idempotency ? [idempotency.markCompleted(after.id, after)] : []
  return recordCashoutStep(
    app,
    { before: cashout, after },
    {
      checkAt,
      notify: false,
      eventType: 'cashout.approved',
      extraWrites: [...extraWrites, ...key],
    },
  )
}

const isWaiting = ({ status, approval }: Cashout): boolean =>
  status === 'PENDING' && approval?.state === 'waiting'

/**
 * Compares the requester's key by name or id, ignoring how the name is written (`same-name.ts`).
 */
function isSamePerson(
  requester: CashoutRequester | undefined,
  decidedBy: string | undefined,
): boolean {
  if (!requester || decidedBy === undefined) return false
  return isSameName(decidedBy, requester.name) || isSameName(decidedBy, requester.keyId)
}
