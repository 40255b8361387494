import { queryOptions } from '@tanstack/react-query'
import type { PeopleWire, RoleWire } from '../../../contract/people.ts'
import { call } from '../../api/client.ts'
import { useMembership } from '../../api/login.ts'

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => call<PeopleWire>('GET', '/api/user/people', { signal }),
})

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => call<readonly RoleWire[]>('GET', '/api/user/roles', { signal }),
})

/** Whether the person has every permission of a role, and so may give it. */
export function useMayGive(): (role: RoleWire) => boolean {
  const own = useMembership()?.permissions ?? []
  return ({ permissions }) => permissions.every(({ permission }) => own.includes(permission))
}
