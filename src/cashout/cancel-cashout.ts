import type { App } from '../app.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import type { Write } from '../journal/change.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type Cashout, nextCashout } from './cashout.ts'
import { cashoutById } from './cashout-store.ts'
import { recordCashoutStep } from './record-cashout-step.ts'

/**
 * Cancels a cashout that has not been sent. A repeated call returns the same result. The version
 * decides between this call and the worker that sends. Throws `not-found`,
 * `cashout-status-does-not-allow`.
 */
export async function cancelCashout(
  app: Pick<App, 'sql' | 'clock' | 'journal' | 'links'>,
  accountId: string,
  id: string,
  { idempotency }: { readonly idempotency?: IdempotencyHandle<Cashout> } = {},
): Promise<Cashout> {
  for (let tries = 1; ; tries += 1) {
    const cashout = await cashoutById(app.sql, accountId, id)
    if (!cashout) throw new Rejection('not-found')
    if (cashout.status === 'CANCELED') return cashout
    const canceled =
      cashout.status === 'PENDING'
        ? await recordCanceled(
            app,
            cashout,
            { canceledReason: 'requested' },
            { ...(idempotency && { idempotency }) },
          )
        : undefined
    if (canceled) return canceled
    // If an approval was first, the cashout is still PENDING. If the worker was first, it has been
    // sent.
    if (cashout.status !== 'PENDING' || tries === 3)
      throw new Rejection('cashout-status-does-not-allow', { params: { status: cashout.status } })
  }
}

/**
 * Cancels the cashout and releases its money. Returns `undefined` when another change was first.
 */
export function recordCanceled(
  app: Pick<App, 'journal' | 'clock' | 'links'>,
  before: Cashout,
  facts: Pick<Cashout, 'canceledReason' | 'approval'>,
  {
    extraWrites = [],
    idempotency,
  }: {
    readonly extraWrites?: readonly Write[]
    readonly idempotency?: IdempotencyHandle<Cashout>
  } = {},
): Promise<Cashout | undefined> {
  const after = nextCashout(before, app.clock.now(), { status: 'CANCELED', ...facts })
  const key = idempotency ? [idempotency.markCompleted(after.id, after)] : []
  return recordCashoutStep(app, { before, after }, { extraWrites: [...extraWrites, ...key] })
}
