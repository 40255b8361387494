import { type AuditDeps, audited } from '../audit-log/record-audit.ts'
import type { Sql } from '../db/pool.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Breach } from './books-check-store.ts'
import { cashoutStop, endCashoutStop, type Resumption } from './cashout-stop-store.ts'

/**
 * Resumes cashouts for a person who has seen every violation of the stop. Returns the violations.
 * `undefined`: cashouts were not stopped. Throws `cashout-stop-changed` when the stop differs from
 * the one they saw.
 */
export async function resumeCashouts(
  app: AuditDeps & { readonly sql: Sql },
  resumption: Resumption,
): Promise<readonly Breach[] | undefined> {
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
  if (!acknowledged && (await cashoutStop(app.sql))) throw new Rejection('cashout-stop-changed')
  return acknowledged
}
