import { recordAudit } from '../audit-log/record-audit.ts'
import { joinTransaction } from '../db/join-transaction.ts'
import type { Sql } from '../db/pool.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Approval } from './approval.ts'
import { approvalById, payloadOf, storeEnd } from './approval-store.ts'
import { type AlsoWrites, expireApproval } from './decide-approval.ts'
import { type ApprovalDeps, objectOf, payloadPlace, resultPlace } from './request-approval.ts'

/**
 * How one kind of approved change is applied. Throws a Rejection when the change is not possible
 * any more.
 */
export interface ApprovedChange<App> {
  /**
   * `transaction`: all of it goes through the `sql` of the given app, in one transaction with the
   * end of the approval. `leased`: it may run twice after a crash, and the second run has the
   * effect of the first.
   */
  readonly kind: 'transaction' | 'leased'
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
  onExpired?: AlsoWrites,
): Promise<void> {
  const approval = await approvalById(app.sql, place.accountId, place.id)
  if (approval?.status === 'PENDING') return expireApproval(app, place, onExpired)
  if (approval?.status !== 'APPROVED') return
  const change = Object.hasOwn(changes, approval.action) ? changes[approval.action] : undefined
  const sealed = await payloadOf(app.sql, approval.accountId, approval.id)
  if (!change || !sealed) return end(app, app.sql, approval, { failure: 'not-found' })
  const payload: unknown = JSON.parse(
    app.vault.open(sealed, payloadPlace(approval)).toString('utf8'),
  )
  try {
    if (change.kind === 'leased')
      await end(app, app.sql, approval, { result: await change.apply(app, payload, approval) })
    else
      await app.sql.begin(async (tx) => {
        const sql = joinTransaction(app.sql, tx)
        const result = await change.apply({ ...app, sql }, payload, approval)
        await end(app, sql, approval, { result })
      })
  } catch (cause) {
    if (!(cause instanceof Rejection) || passing.has(cause.code)) throw cause
    await end(app, app.sql, approval, { failure: cause.code })
  }
}

/** Ends an approval, unless another worker has ended it: then a transaction is rolled back. */
async function end(
  app: ApprovalDeps,
  sql: Sql,
  approval: Approval,
  {
    failure = null,
    result,
  }: { readonly failure?: string | null; readonly result?: string | undefined },
): Promise<void> {
  await sql.begin(async (tx) => {
    const isEnded = await storeEnd(tx, approval, {
      status: failure === null ? 'DONE' : 'FAILED',
      endedAt: app.clock.now(),
      failure,
      result: result === undefined ? null : app.vault.seal(result, resultPlace(approval)),
    })
    if (!isEnded) throw new Error(`the approval ${approval.id} ended meanwhile`)
    await recordAudit(app, tx, {
      accountId: approval.accountId,
      action: failure === null ? 'approval.applied' : 'approval.failed',
      object: objectOf(approval),
      ...(failure !== null && { after: { failure } }),
    })
  })
}

/** Rejections that are not about the change: it is tried again. */
const passing: ReadonlySet<string> = new Set(['overloaded', 'rate-limited', 'database-unavailable'])
