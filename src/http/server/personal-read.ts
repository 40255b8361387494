import type { ReadAction } from '../../../contract/audit.ts'
import type { AuditedChange } from '../../audit-log/record-audit.ts'
import { defined } from '../../primitives/defined.ts'
import { isUuid } from '../../primitives/id.ts'

/**
 * The entry of a person of the operator who saw personal data: of the object in the path, or of the
 * account, or of the operator. The query is not part of it, because it may hold what was searched.
 */
export function readOf(
  action: ReadAction,
  params: Readonly<Record<string, string>>,
  accountName?: string,
): AuditedChange {
  const { id, ...rest } = params
  const accountId = id !== undefined && isUuid(id) ? id.toLowerCase() : undefined
  const [objectId] = Object.values(rest)
  const type = action.slice(0, -'.read'.length)
  if (objectId !== undefined)
    return { action, ...defined({ accountId }), object: { type, id: objectId.toLowerCase() } }
  return accountId === undefined
    ? { action, object: { type, id: 'operator', name: 'Guichê' } }
    : { action, accountId, object: { type, id: accountId, ...defined({ name: accountName }) } }
}
