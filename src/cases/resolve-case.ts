import type { App } from '../app.ts'
import { audited } from '../audit-log/record-audit.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Case } from './case.ts'
import { caseById, closeByPerson } from './case-store.ts'

/**
 * Closes a case for a person. The same difference opens no new case, and another one of the subject
 * does. Throws `not-found`, `case-already-resolved`.
 */
export async function resolveCase(
  app: Pick<App, 'sql' | 'clock' | 'vault' | 'actor'>,
  id: string,
  { resolvedBy, note }: { readonly resolvedBy: string; readonly note: string },
): Promise<Case> {
  const open = await caseById(app.sql, id)
  if (!open) throw new Rejection('not-found')
  const isClosedNow = await audited(
    app,
    (sql) => closeByPerson(sql, { id, resolvedBy, note, at: app.clock.now() }),
    (isClosed) =>
      isClosed
        ? {
            action: 'reconciliation.case_resolved',
            object: { type: 'case', id, name: open.reference ?? open.subject },
            before: { status: open.status },
            after: { status: 'RESOLVED', resolvedBy, note },
          }
        : undefined,
  )
  if (!isClosedNow) throw new Rejection('case-already-resolved')
  return (await caseById(app.sql, id)) ?? open
}
