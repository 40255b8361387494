import { queryOptions } from '@tanstack/react-query'
import type { PeopleWire, RoleWire } from '../../../contract/people.ts'
import { call } from '../../api/client.ts'

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => call<PeopleWire>('GET', '/api/user/people', { signal }),
})

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => call<readonly RoleWire[]>('GET', '/api/user/roles', { signal }),
})
