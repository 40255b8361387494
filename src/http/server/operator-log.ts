import type { FastifyRequest } from 'fastify'
import { isUuid } from '../../primitives/id.ts'
import type { Vault } from '../../primitives/vault.ts'
import { isFields } from '../request/normalize.ts'

/**
 * Distinguishes operator tokens in the log. The token cannot be derived from it, and it is the same
 * in every process of an installation.
 */
export const tokenFingerprint = (vault: Pick<Vault, 'hmac'>, token: string): string =>
  vault.hmac('operator-token', token).toString('hex').slice(0, 12)

/**
 * What the log may contain about an operator's call: the caller, the account, and the ids in its
 * address.
 */
export function operatorCall({
  operator,
  routeOptions,
  params,
  body,
}: Pick<FastifyRequest, 'operator' | 'routeOptions' | 'params' | 'body'>): Readonly<
  Record<string, string>
> {
  if (operator === null) return {}
  const { id, ...others } = (params ?? {}) as Readonly<Record<string, string>>
  const subject = subjects.find(([path]) => routeOptions.url?.startsWith(path))?.[1]
  const ids = {
    ...(isFields(body) && { accountId: body.accountId }),
    ...others,
    ...(subject !== undefined && { [subject]: id }),
  }
  return { operator, ...Object.fromEntries(Object.entries(ids).filter(isId)) }
}

const subjects = [
  ['/api/admin/accounts/:id', 'accountId'],
  ['/api/admin/providers/:id', 'providerId'],
  ['/api/admin/reconciliation/cases/:id', 'caseId'],
] as const

/** A path parameter that is not an id is not logged. */
const isId = (entry: [string, unknown]): entry is [string, string] =>
  typeof entry[1] === 'string' && isUuid(entry[1])
