import type { ResumedWire } from '../../contract/ledger.ts'
import { type AuditDeps, audited } from '../audit-log/record-audit.ts'
import type { Sql } from '../db/pool.ts'
import { Rejection } from '../primitives/rejection.ts'
import { cashoutStop, endCashoutStop, type Resumption } from './cashout-stop-store.ts'

/**
 * Resumes cashouts for a person who has seen every violation of the stop. Until the sweep after a
 * restore has ended, it acknowledges the violations only. Throws `cashout-stop-changed` when the
 * stop differs from the one they saw, and `restore-not-swept` when it has no violations.
 */
export async function resumeCashouts(
  app: AuditDeps & { readonly sql: Sql },
  resumption: Resumption,
): Promise<ResumedWire> {
  const acknowledged = await audited(
    app,
    (sql) => endCashoutStop(sql, resumption),
    (breaches) =>
      breaches && {
        action: 'ledger.cashouts_resumed',
        object: { type: 'cashout_stop', id: resumption.seen },
        before: { breaches },
        after: { resumedBy: resumption.resumedBy, note: resumption.note },
      },
  )
  const stop = await cashoutStop(app.sql)
  if (!acknowledged && stop)
    throw new Rejection(
      stop.digest === resumption.seen ? 'restore-not-swept' : 'cashout-stop-changed',
    )
  return {
    resumed: acknowledged !== undefined && !stop?.waitsForSweep,
    acknowledged: acknowledged ?? [],
  }
}
