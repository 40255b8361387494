import type { Queryable, Tx } from '../db/pool.ts'

/** A set of permissions that an account made itself. Memberships and invitations have its name. */
export interface AccountRole {
  readonly id: string
  readonly name: string
  readonly permissions: readonly string[]
}

export const accountRolesOf = (db: Queryable, accountId: string) => db<AccountRole[]>`
  select id, name, permissions from people.account_roles
  where account_id = ${accountId}
  order by name, id`

/** The permissions of a role that the account made itself. Undefined: there is none. */
export async function accountRole(
  db: Queryable,
  accountId: string,
  name: string,
): Promise<readonly string[] | undefined> {
  const [row] = await db<{ permissions: readonly string[] }[]>`
    select permissions from people.account_roles
    where account_id = ${accountId} and name = ${name}`
  return row?.permissions
}

/** The same. The role does not change and is not removed until the transaction ends. */
export async function heldAccountRole(
  tx: Tx,
  accountId: string,
  name: string,
): Promise<readonly string[] | undefined> {
  const [row] = await tx<{ permissions: readonly string[] }[]>`
    select permissions from people.account_roles
    where account_id = ${accountId} and name = ${name}
    for share`
  return row?.permissions
}

/**
 * No other role of the account is made or renamed until the transaction ends. Two requests at once
 * would both find room, and both find the name free.
 */
export const lockRoleNames = (tx: Tx, accountId: string) =>
  tx`select pg_advisory_xact_lock(hashtextextended(${`roles ${accountId}`}, 0))`

/** A role, locked until the transaction ends. */
export async function lockAccountRole(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<AccountRole | undefined> {
  const [row] = await tx<AccountRole[]>`
    select id, name, permissions from people.account_roles
    where account_id = ${accountId} and id = ${id}
    for update`
  return row
}

interface StoredRole extends AccountRole {
  readonly accountId: string
  /** The name as people read it. */
  readonly readAs: string
}

/** False: the account has a role whose name reads the same. */
export async function insertAccountRole(
  tx: Tx,
  given: StoredRole & { readonly createdBy: string },
): Promise<boolean> {
  const { id, accountId, name, readAs, permissions, createdBy } = given
  const rows = await tx`
    insert into people.account_roles (id, account_id, name, read_as, permissions, created_by)
    values (${id}, ${accountId}, ${name}, ${readAs}, ${[...permissions]}, ${createdBy})
    on conflict do nothing
    returning id`
  return rows.length > 0
}

/** False: the account has another role whose name reads the same. */
export async function isNameFree(
  tx: Tx,
  { accountId, id, readAs }: Pick<StoredRole, 'accountId' | 'id' | 'readAs'>,
): Promise<boolean> {
  const rows = await tx`
    select from people.account_roles
    where account_id = ${accountId} and read_as = ${readAs} and id <> ${id}`
  return rows.length === 0
}

/** The memberships and the open invitations follow a new name. */
export async function updateAccountRole(
  tx: Tx,
  before: Pick<AccountRole, 'name'>,
  { accountId, id, name, readAs, permissions }: StoredRole,
): Promise<void> {
  await tx`
    update people.account_roles
    set name = ${name}, read_as = ${readAs}, permissions = ${[...permissions]}, updated_at = now()
    where account_id = ${accountId} and id = ${id}`
  if (name === before.name) return
  // Invitations first: one that is accepted meanwhile is a membership in the next statement.
  await tx`
    update people.invitations set role = ${name}
    where account_id = ${accountId} and role = ${before.name}`
  await tx`
    update people.memberships set role = ${name}
    where account_id = ${accountId} and role = ${before.name}`
}

/** How many people of an account have a role, and how many open invitations offer it. */
export interface RoleUse {
  readonly role: string
  readonly persons: number
  readonly invitations: number
}

export const roleUsesOf = (db: Queryable, accountId: string) => db<RoleUse[]>`
  select role, sum(persons)::int as persons, sum(invitations)::int as invitations
  from (
    select role, 1 as persons, 0 as invitations
    from people.memberships
    where account_id = ${accountId}
    union all
    select role, 0, 1
    from people.invitations
    where account_id = ${accountId} and accepted_at is null and withdrawn_at is null
      and expires_at > now()
  ) u
  group by role`

export const removeAccountRole = (tx: Tx, accountId: string, id: string) => tx`
  delete from people.account_roles where account_id = ${accountId} and id = ${id}`
