import {
  allAccountPermissions,
  type Permission,
  proofPermissions,
} from '../../contract/permission.ts'
import { accountRoles, operatorRoles } from '../../contract/role.ts'

/** A role at an account, or at the operator when `accountId` is null. */
export interface RoleAt {
  readonly accountId: string | null
  readonly role: string
  /** Of a role that the account made itself. Null: a role that every account has. */
  readonly permissions: readonly string[] | null
}

/** What a role lets a person do. A role that is not known lets nothing. */
export function permissionsOf({ accountId, role, permissions }: RoleAt): ReadonlySet<Permission> {
  const common = commonRole(role, accountId)
  if (common) return new Set<Permission>(common)
  // A name that no account has grants nothing, whatever a row says.
  return new Set(
    allAccountPermissions.filter(
      (permission) => accountId !== null && permissions?.includes(permission),
    ),
  )
}

/** Whether every account has this role, or the operator when `accountId` is null. */
export const isCommonRole = (role: string, accountId: string | null): boolean =>
  commonRole(role, accountId) !== undefined

/**
 * Whether a person must have a second factor: every operator, and who has a sensitive role at an
 * account. A sandbox moves no real money, so there it is the person's choice.
 */
export const needsSecondFactor = (
  memberships: readonly RoleAt[],
  mode: 'sandbox' | 'production',
): boolean =>
  mode === 'production' &&
  memberships.some((membership) => membership.accountId === null || isSensitive(membership))

/** Whether a role has a permission that needs a fresh second factor. */
export function isSensitive(role: RoleAt): boolean {
  const permissions = permissionsOf(role)
  return proofPermissions.some((permission) => permissions.has(permission))
}

/** What a role is called in a mail. A role of the account's own has one name. */
export const roleName = (role: string, language: 'pt' | 'en'): string =>
  language === 'pt' ? (portuguese.get(role) ?? role) : role

const portuguese: ReadonlyMap<string, string> = new Map([
  ['owner', 'dono'],
  ['finance', 'financeiro'],
  ['support', 'atendimento'],
  ['developer', 'desenvolvimento'],
  ['read-only', 'leitura'],
  ['admin', 'administração'],
  ['auditor', 'auditoria'],
])

/** Names that no account may give a role of its own: those of the roles that all have. */
export const commonRoleNames: readonly string[] = [
  ...Object.keys(accountRoles),
  ...Object.keys(operatorRoles),
].flatMap((role) => [roleName(role, 'pt'), roleName(role, 'en')])

function commonRole(role: string, accountId: string | null): readonly Permission[] | undefined {
  const roles = accountId === null ? operatorRoles : accountRoles
  return Object.hasOwn(roles, role) ? roles[role as keyof typeof roles] : undefined
}
