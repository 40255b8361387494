import type { AccountPermission, Permission } from '../../contract/permission.ts'
import { accountRoles } from '../../contract/role.ts'
import { fieldChanges, isSame } from '../audit-log/field-changes.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Queryable } from '../db/pool.ts'
import { newId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { nameAsRead } from '../primitives/same-name.ts'
import {
  type AccountRole,
  accountRolesOf,
  insertAccountRole,
  isNameFree,
  lockAccountRole,
  lockRoleNames,
  removeAccountRole,
  roleUsesOf,
  updateAccountRole,
} from './account-role-store.ts'
import { notifyLoginsChanged } from './login-store.ts'
import type { PeopleContext } from './people.ts'
import { readName } from './person.ts'
import { commonRoleNames, permissionsOf } from './role.ts'

/** A role that people of an account can have. */
export interface UsableRole {
  /** Null: every account has it. */
  readonly id: string | null
  readonly role: string
  readonly permissions: readonly AccountPermission[]
  /** How many people of the account have it. */
  readonly persons: number
}

/** What a person may give to others. */
interface Within {
  readonly accountId: string
  readonly within: ReadonlySet<Permission>
}

/**
 * The name of a role in one form. Undefined: empty, too long, or with invisible characters.
 */
export function readRoleName(text: string): string | undefined {
  const name = readName(text)
  return name !== undefined && name.length <= longestName && nameAsRead(name) !== ''
    ? name
    : undefined
}

/** Whether the name reads like one of a role that every account has. */
export const isCommonName = (name: string): boolean => common.has(nameAsRead(name))

/** A permission that a person would give and does not have. Undefined: there is none. */
export const firstOutside = (
  permissions: Iterable<Permission>,
  within: ReadonlySet<Permission>,
): Permission | undefined => [...permissions].find((permission) => !within.has(permission))

/** Those that every account has first, then the account's own by name. */
export async function listRoles(
  { sql }: { readonly sql: Queryable },
  accountId: string,
): Promise<readonly UsableRole[]> {
  const [own, uses] = await Promise.all([
    accountRolesOf(sql, accountId),
    roleUsesOf(sql, accountId),
  ])
  const personsWith = new Map(uses.map(({ role, persons }) => [role, persons]))
  return [
    ...Object.keys(accountRoles).map((role) => ({ id: null, role, permissions: null })),
    ...own.map(({ id, name, permissions }) => ({ id, role: name, permissions })),
  ].map(({ id, role, permissions }) => ({
    id,
    role,
    permissions: [...permissionsOf({ accountId, role, permissions })] as AccountPermission[],
    persons: personsWith.get(role) ?? 0,
  }))
}

/**
 * Makes a role of the account's own.
 * @throws Rejection `name-invalid`, `role-name-taken`, `role-limit-reached`, `permission-denied`
 */
export async function createRole(
  app: PeopleContext,
  { accountId, within }: Within,
  given: { readonly name: string; readonly permissions: readonly AccountPermission[] },
): Promise<UsableRole> {
  const name = requireName(given.name)
  requireWithin(given.permissions, within)
  const id = newId(app.clock.now().getTime())
  const { permissions } = given
  await app.sql.begin(async (tx) => {
    await lockRoleNames(tx, accountId)
    if ((await accountRolesOf(tx, accountId)).length >= mostRoles)
      throw new Rejection('role-limit-reached', { params: { max: mostRoles } })
    const createdBy = `${app.actor.kind} ${app.actor.id}`
    const role = { ...{ id, accountId, name, permissions, createdBy }, readAs: nameAsRead(name) }
    if (!(await insertAccountRole(tx, role))) throw taken()
    await recordAudit(app, tx, {
      accountId,
      action: 'role.created',
      object: { type: 'role', id, name },
      after: { name, permissions },
    })
  })
  return { id, role: name, permissions, persons: 0 }
}

/**
 * Changes the name or the permissions of a role. Open logins have the new permissions within a
 * second.
 * @throws Rejection `not-found`, `name-invalid`, `role-name-taken`, `permission-denied`
 */
export async function changeAccountRole(
  app: PeopleContext,
  { accountId, within, id }: Within & { readonly id: string },
  changes: {
    readonly name?: string | undefined
    readonly permissions?: readonly AccountPermission[] | undefined
  },
): Promise<UsableRole> {
  const newName = changes.name === undefined ? undefined : requireName(changes.name)
  const changed = await app.sql.begin(async (tx) => {
    await lockRoleNames(tx, accountId)
    const before = await lockAccountRole(tx, accountId, id)
    if (!before) throw new Rejection('not-found')
    requireWithin(permissionsHeld(accountId, before), within)
    const { name = before.name, permissions = before.permissions } = {
      ...(newName !== undefined && { name: newName }),
      ...(changes.permissions && { permissions: changes.permissions }),
    }
    const after = { ...{ accountId, id, name, permissions }, readAs: nameAsRead(name) }
    requireWithin(permissionsHeld(accountId, after), within)
    if (!(await isNameFree(tx, after))) throw taken()
    await updateAccountRole(tx, before, after)
    await notifyLoginsChanged(tx)
    const fields = fieldChanges(describe(before), describe(after))
    if (!isSame(fields))
      await recordAudit(app, tx, {
        accountId,
        action: 'role.changed',
        object: { type: 'role', id, name },
        ...fields,
      })
    return after
  })
  app.people.logins.refresh()
  const uses = await roleUsesOf(app.sql, accountId)
  return {
    id,
    role: changed.name,
    permissions: permissionsHeld(accountId, changed),
    persons: uses.find(({ role }) => role === changed.name)?.persons ?? 0,
  }
}

/** @throws Rejection `not-found`, `role-in-use`, `permission-denied` */
export async function removeRole(
  app: PeopleContext,
  { accountId, within, id }: Within & { readonly id: string },
): Promise<void> {
  await app.sql.begin(async (tx) => {
    const role = await lockAccountRole(tx, accountId, id)
    if (!role) throw new Rejection('not-found')
    requireWithin(permissionsHeld(accountId, role), within)
    const use = (await roleUsesOf(tx, accountId)).find((each) => each.role === role.name)
    if (use) {
      const { persons, invitations } = use
      throw new Rejection('role-in-use', { params: { persons, invitations } })
    }
    await removeAccountRole(tx, accountId, id)
    await recordAudit(app, tx, {
      accountId,
      action: 'role.removed',
      object: { type: 'role', id, name: role.name },
      before: describe(role),
    })
  })
}

function requireName(text: string): string {
  const name = readRoleName(text)
  if (name === undefined) throw new Rejection('name-invalid', { field: 'name' })
  if (isCommonName(name)) throw taken()
  return name
}

function requireWithin(permissions: readonly Permission[], within: ReadonlySet<Permission>): void {
  const permission = firstOutside(permissions, within)
  if (permission !== undefined) throw new Rejection('permission-denied', { params: { permission } })
}

const permissionsHeld = (
  accountId: string,
  { name, permissions }: Pick<AccountRole, 'name' | 'permissions'>,
): readonly AccountPermission[] =>
  [...permissionsOf({ accountId, role: name, permissions })] as AccountPermission[]

const describe = ({ name, permissions }: Pick<AccountRole, 'name' | 'permissions'>) => ({
  name,
  permissions: [...permissions].sort(),
})

const taken = () => new Rejection('role-name-taken', { field: 'name' })

const common: ReadonlySet<string> = new Set(commonRoleNames.map(nameAsRead))
const longestName = 40
/** Enough for every team; a list that a page shows whole. */
const mostRoles = 50
