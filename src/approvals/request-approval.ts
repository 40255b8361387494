import { type AuditDeps, recordAudit } from '../audit-log/record-audit.ts'
import type { Sql, Tx } from '../db/pool.ts'
import { newId } from '../primitives/id.ts'
import type { Approval, Party } from './approval.ts'
import { insertApproval } from './approval-store.ts'

export interface ApprovalDeps extends AuditDeps {
  readonly sql: Sql
}

/** A change that needs a second person. */
export interface ChangeRequest
  extends Pick<
    Approval,
    'accountId' | 'action' | 'permission' | 'subject' | 'before' | 'after' | 'reason'
  > {
  readonly requestedBy: Party
  /** The data of the change, applied on approval. JSON, which may contain a secret. */
  readonly payload: unknown
}

/**
 * Stores a change that waits for a second person. `also` runs in the same transaction, for the
 * mails to those who may decide.
 */
export async function requestApproval(
  app: ApprovalDeps,
  { payload, ...request }: ChangeRequest,
  also?: (tx: Tx, approval: Approval) => Promise<void>,
): Promise<Approval> {
  const requestedAt = app.clock.now()
  const approval: Approval = {
    ...request,
    id: newId(requestedAt.getTime()),
    version: 1,
    status: 'PENDING',
    requestedAt,
    expiresAt: new Date(requestedAt.getTime() + decideWithinMs),
    decidedBy: null,
    decidedAt: null,
    decision: null,
    endedAt: null,
    failure: null,
  }
  await app.sql.begin(async (tx) => {
    const sealed = app.vault.seal(JSON.stringify(payload), payloadPlace(approval))
    await insertApproval(tx, approval, sealed)
    await also?.(tx, approval)
    await recordAudit(app, tx, {
      accountId: approval.accountId,
      action: 'approval.requested',
      object: objectOf(approval),
      before: approval.before,
      after: approval.after,
    })
  })
  return approval
}

export const payloadPlace = ({ accountId, id }: Pick<Approval, 'accountId' | 'id'>) => ({
  table: 'approvals.payload',
  id,
  accountId,
})

export const resultPlace = ({ accountId, id }: Pick<Approval, 'accountId' | 'id'>) => ({
  table: 'approvals.result',
  id,
  accountId,
})

/** How the audit log names an approval: the action, and the name of its subject if it has one. */
export const objectOf = ({ id, action, subject }: Approval) => ({
  type: 'approval',
  id,
  name: subject.name === undefined ? action : `${action} ${subject.name}`,
})

/** A request expires after two days without a decision, because its subject may have changed. */
const decideWithinMs = 48 * 3_600_000
