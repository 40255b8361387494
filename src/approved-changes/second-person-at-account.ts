import type { Permission } from '../../contract/permission.ts'
import { isSameMailbox, type Party } from '../approvals/approval.ts'
import type { Queryable } from '../db/pool.ts'
import { type ListedPerson, personsOf } from '../people/person-store.ts'
import { permissionsOf } from '../people/role.ts'

/**
 * Whether another person of the account could decide what this person asks for. Without one, the
 * people of a small account make the change alone. Names do not count: the person who asks could
 * take the name of the only other one, and would then need no second person.
 */
export async function hasSecondPerson(
  sql: Queryable,
  accountId: string,
  requester: Party,
): Promise<boolean> {
  const persons = await personsOf(sql, accountId)
  return persons.some(
    (person) =>
      mayDecide(person) && person.id !== requester.id && !isSameMailbox(requester, person),
  )
}

/** Whether an active person has all of these permissions at the place of the memberships. */
export const mayDecide = (
  { status, memberships }: Pick<ListedPerson, 'status' | 'memberships'>,
  needed: readonly Permission[] = ['approvals:decide'],
): boolean =>
  status === 'active' &&
  memberships.some((each) => {
    const permissions = permissionsOf(each)
    return needed.every((permission) => permissions.has(permission))
  })
