import { recordAudit } from '../audit-log/record-audit.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Approval } from './approval.ts'
import { approvalById, payloadOf, storeEnd } from './approval-store.ts'
import { expireApproval } from './decide-approval.ts'
import { type ApprovalDeps, objectOf, payloadPlace, resultPlace } from './request-approval.ts'

/**
 * How one kind of approved change is applied. It may run twice, after a crash: the id of the
 * approval makes the second time the first one. Throws a Rejection when the change is not possible
 * any more.
 */
export interface ApprovedChange<App> {
  /** Returns what only the person who asked may see, once. Left out: nothing. */
  apply(app: App, payload: unknown, approval: Approval): Promise<string | undefined>
}

/**
 * Applies an approved change, or expires a request that was not decided. A change that is not
 * possible any more is FAILED, with the code of its rejection; any other error is thrown, and a
 * worker tries again.
 */
export async function continueApproval<App extends ApprovalDeps>(
  app: App,
  place: { readonly accountId: string; readonly id: string },
  changes: Readonly<Record<string, ApprovedChange<App>>>,
): Promise<void> {
  const approval = await approvalById(app.sql, place.accountId, place.id)
  if (approval?.status === 'PENDING') return expireApproval(app, place)
  if (approval?.status !== 'APPROVED') return
  const outcome = await applied(app, approval, changes)
  await app.sql.begin(async (tx) => {
    const isEnded = await storeEnd(tx, place, {
      status: outcome.failure === null ? 'DONE' : 'FAILED',
      endedAt: app.clock.now(),
      failure: outcome.failure,
      result:
        outcome.result === undefined ? null : app.vault.seal(outcome.result, resultPlace(approval)),
    })
    if (isEnded)
      await recordAudit(app, tx, {
        accountId: place.accountId,
        action: outcome.failure === null ? 'approval.applied' : 'approval.failed',
        object: objectOf(approval),
        ...(outcome.failure !== null && { after: { failure: outcome.failure } }),
      })
  })
}

async function applied<App extends ApprovalDeps>(
  app: App,
  approval: Approval,
  changes: Readonly<Record<string, ApprovedChange<App>>>,
): Promise<{ readonly failure: string | null; readonly result?: string | undefined }> {
  const change = Object.hasOwn(changes, approval.action) ? changes[approval.action] : undefined
  const sealed = await payloadOf(app.sql, approval.accountId, approval.id)
  if (!change || !sealed) return { failure: 'not-found' }
  const payload: unknown = JSON.parse(
    app.vault.open(sealed, payloadPlace(approval)).toString('utf8'),
  )
  try {
    return { failure: null, result: await change.apply(app, payload, approval) }
  } catch (cause) {
    if (!(cause instanceof Rejection) || passing.has(cause.code)) throw cause
    return { failure: cause.code }
  }
}

/** Rejections that are not about the change: it is tried again. */
const passing: ReadonlySet<string> = new Set(['overloaded', 'database-unavailable'])
