import type { Queryable, Tx } from '../db/pool.ts'
import type { Membership, Person } from './person.ts'

/** A person with the places the person belongs to. */
export interface ListedPerson extends Person {
  readonly memberships: readonly Membership[]
  readonly createdAt: Date
}

export async function personByEmail(db: Queryable, email: string): Promise<Person | undefined> {
  const [row] = await db<Person[]>`
    select id, name, email, language, status from people.persons where email = ${email}`
  return row
}

/** False: there is no such person. */
export async function setPersonStatus(
  db: Queryable,
  id: string,
  status: Person['status'],
): Promise<boolean> {
  const rows = await db`
    update people.persons set status = ${status}, updated_at = now()
    where id = ${id}
    returning id`
  return rows.length > 0
}

/** `at`: the business time, until when the person had the name before. */
export const updatePerson = (
  db: Queryable,
  { id, name, language, at }: Pick<Person, 'id' | 'name' | 'language'> & { readonly at: Date },
) => db`
  update people.persons
  set name = ${name}, language = ${language}, updated_at = now(),
    earlier_names = case
      when name = ${name} then earlier_names
      else earlier_names || jsonb_build_object('name', name, 'until', ${at.toISOString()}::text)
    end
  where id = ${id}`

/** The names that a person had, the first one first. */
export async function earlierNamesOf(
  db: Queryable,
  id: string,
): Promise<readonly { readonly name: string; readonly until: Date }[]> {
  const [row] = await db<{ names: readonly { name: string; until: string }[] }[]>`
    select earlier_names as names from people.persons where id = ${id}`
  return (row?.names ?? []).map(({ name, until }) => ({ name, until: new Date(until) }))
}

/** The persons of an account, or of the operator when `accountId` is null. */
export const personsOf = (db: Queryable, accountId: string | null) => db<ListedPerson[]>`
  select p.id, p.name, p.email, p.language, p.status, p.created_at as "createdAt",
    json_build_array(json_build_object('accountId', m.account_id, 'accountName', a.name,
      'role', m.role, 'permissions', r.permissions)) as memberships
  from people.memberships m
    join people.persons p on p.id = m.person_id
    left join accounts a on a.id = m.account_id
    left join people.account_roles r on r.account_id = m.account_id and r.name = m.role
  where m.account_id is not distinct from ${accountId}::uuid
  order by p.name, p.id`

export interface NewMembership {
  readonly id: string
  readonly personId: string
  readonly accountId: string | null
  readonly role: string
  readonly createdBy: string
}

/** Who made a person a member of the operator. Undefined: the person is none. */
export async function membershipMadeBy(
  db: Queryable,
  personId: string,
): Promise<string | undefined> {
  const [row] = await db<{ createdBy: string }[]>`
    select created_by as "createdBy" from people.memberships
    where person_id = ${personId} and account_id is null`
  return row?.createdBy
}

/** False: the person belongs there already. */
export async function insertMembership(db: Queryable, given: NewMembership): Promise<boolean> {
  const { id, personId, accountId, role, createdBy } = given
  const rows = await db`
    insert into people.memberships (id, person_id, account_id, role, created_by)
    values (${id}, ${personId}, ${accountId}, ${role}, ${createdBy})
    on conflict (person_id, account_id) do nothing
    returning id`
  return rows.length > 0
}

/** Returns the role before. Undefined: the person does not belong there. */
export async function changeMembership(
  tx: Tx,
  personId: string,
  accountId: string | null,
  role: string,
): Promise<string | undefined> {
  const [row] = await tx<{ id: string; role: string }[]>`
    select id, role from people.memberships
    where person_id = ${personId} and account_id is not distinct from ${accountId}::uuid
    for update`
  if (row) await tx`update people.memberships set role = ${role} where id = ${row.id}`
  return row?.role
}

/** Returns the role. Undefined: the person does not belong there. */
export async function removeMembership(
  db: Queryable,
  personId: string,
  accountId: string | null,
): Promise<string | undefined> {
  const [row] = await db<{ role: string }[]>`
    delete from people.memberships
    where person_id = ${personId} and account_id is not distinct from ${accountId}::uuid
    returning role`
  return row?.role
}

/** The query is the same work for an address that no person has. */
export async function isActivePerson(db: Queryable, id: string | null): Promise<boolean> {
  const rows = await db`
    select from people.persons where id = ${id}::uuid and status = 'active'`
  return rows.length > 0
}

export async function personById(db: Queryable, id: string): Promise<Person | undefined> {
  const [row] = await db<Person[]>`
    select id, name, email, language, status from people.persons where id = ${id}`
  return row
}

/** When the person was changed last, as a text to compare. */
export async function personChangedAt(db: Queryable, id: string): Promise<string | undefined> {
  const [row] = await db<{ at: string }[]>`
    select extract(epoch from updated_at)::text as at from people.persons where id = ${id}`
  return row?.at
}

/** SQL of all memberships of the person `p`. */
export const membershipsOf = (db: Queryable) => db`
  coalesce((
    select json_agg(json_build_object('accountId', m.account_id, 'accountName', a.name,
      'role', m.role, 'permissions', r.permissions) order by a.name nulls first, m.id)
    from people.memberships m
      left join accounts a on a.id = m.account_id
      left join people.account_roles r on r.account_id = m.account_id and r.name = m.role
    where m.person_id = p.id), '[]')`

/** A person with all memberships. */
export async function personWithMemberships(
  db: Queryable,
  id: string,
): Promise<(Person & { readonly memberships: readonly Membership[] }) | undefined> {
  const [row] = await db<(Person & { readonly memberships: readonly Membership[] })[]>`
    select p.id, p.name, p.email, p.language, p.status, ${membershipsOf(db)} as memberships
    from people.persons p
    where p.id = ${id}`
  return row
}

/**
 * How many active persons have the role there. Their memberships are locked: of two owners who
 * remove each other at the same time one fails.
 */
export async function countOfRole(tx: Tx, accountId: string | null, role: string): Promise<number> {
  const rows = await tx`
    select from people.memberships m join people.persons p on p.id = m.person_id
    where m.account_id is not distinct from ${accountId}::uuid and m.role = ${role}
      and p.status = 'active'
    order by m.id
    for update of m`
  return rows.length
}

export const setLastAccount = (db: Queryable, personId: string, accountId: string | null) => db`
  update people.persons set last_account_id = ${accountId} where id = ${personId}`

/** Undefined: the person does not belong there. */
export async function roleOf(
  db: Queryable,
  personId: string,
  accountId: string | null,
): Promise<string | undefined> {
  const [row] = await db<{ role: string }[]>`
    select role from people.memberships
    where person_id = ${personId} and account_id is not distinct from ${accountId}::uuid`
  return row?.role
}
