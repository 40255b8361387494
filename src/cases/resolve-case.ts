import type { App } from '../app.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Case } from './case.ts'
import { caseById, closeByPerson } from './case-store.ts'

/**
 * Closes a case for a person. The same difference opens no new case, and another one of the subject
 * does. Throws `not-found`, `case-already-resolved`.
 */
export async function resolveCase(
  { sql, clock }: Pick<App, 'sql' | 'clock'>,
  id: string,
  { resolvedBy, note }: { readonly resolvedBy: string; readonly note: string },
): Promise<Case> {
  const isClosedNow = await closeByPerson(sql, { id, resolvedBy, note, at: clock.now() })
  const found = await caseById(sql, id)
  if (!found) throw new Rejection('not-found')
  if (!isClosedNow) throw new Rejection('case-already-resolved')
  return found
}
