import type { OperatorPermission } from '../../../contract/permission.ts'
import type { KeyHolder } from '../../accounts/account-directory.ts'
import { requirePermission } from '../../accounts/grant.ts'
import type { App } from '../../app.ts'
import type { LoginHolder } from '../../people/login-directory.ts'
import { permissionsOf } from '../../people/role.ts'
import { isUuid } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { newestVersion } from '../server/version.ts'

/**
 * A person acting for an account, in the form of a key's holder: the routes of an account need not
 * know which of the two made the request. Without the header it is the account chosen last, or the
 * person's only one.
 * @throws Rejection `not-found` for an account the person does not belong to, `account-suspended`
 */
export async function actFor(
  app: Pick<App, 'accounts'>,
  { person, memberships, lastAccountId }: LoginHolder,
  header: string | string[] | undefined,
): Promise<KeyHolder> {
  const own = memberships.filter(({ accountId }) => accountId !== null)
  const only = own.length === 1 ? own[0]?.accountId : undefined
  const wanted = typeof header === 'string' ? header.trim().toLowerCase() : lastAccountId || only
  const membership = own.find(({ accountId }) => accountId === wanted)
  const account =
    membership && isUuid(`${wanted}`) ? await app.accounts.byId(`${wanted}`) : undefined
  if (!membership || !account) throw new Rejection('not-found')
  if (account.status !== 'active') throw new Rejection('account-suspended')
  return {
    account,
    keyId: person.id,
    keyName: person.name,
    grant: { permissions: permissionsOf(membership) },
    addresses: null,
    // Pages of ours are of the newest version, and do not pin the account to it.
    apiVersion: newestVersion,
  }
}

/** The operator's person, as the log names it. @throws Rejection `permission-denied` */
export function operatorOf(
  { person, memberships }: LoginHolder,
  permission: OperatorPermission,
): string {
  const membership = memberships.find(({ accountId }) => accountId === null)
  requirePermission({ permissions: membership ? permissionsOf(membership) : new Set() }, permission)
  return `person ${person.id}`
}
