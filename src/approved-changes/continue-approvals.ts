import type { App } from '../app.ts'
import { actAs } from '../app.ts'
import { continueApproval } from '../approvals/apply-approval.ts'
import type { DueApproval } from '../approvals/approval-store.ts'
import { findApproval } from '../approvals/decide-approval.ts'
import { announceDecision } from './announce-approval.ts'
import { secondPersonChanges } from './changes.ts'

/**
 * Applies an approved change in the name of the person who asked for it, or expires a request that
 * was not decided in time.
 */
export async function continueSecondPersonChange(app: App, place: DueApproval): Promise<void> {
  const { status, requestedBy } = await findApproval(app, place)
  const { kind, id, name } = requestedBy
  const acting = status === 'APPROVED' ? actAs(app, { kind, id, name, approvalId: place.id }) : app
  await continueApproval(acting, place, secondPersonChanges, (tx, expired) =>
    announceDecision(app, tx, expired),
  )
}
