import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ListedProviderWire } from '../../contract/provider.ts'
import { list } from '../api/client.ts'
import { useMay } from '../api/login.ts'

const providersQuery = queryOptions({
  queryKey: ['provider-names'],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await list<ListedProviderWire>('/api/admin/providers', { query: { limit: 100 }, signal }))
      .rows,
})

/** The providers of the operator, and the name of each by its id. */
export function useProviders(): {
  readonly all: readonly ListedProviderWire[]
  nameOf(id: string): string
} {
  const isPermitted = useMay().atOperator('providers:read')
  const { data: all = [] } = useQuery({ ...providersQuery, enabled: isPermitted })
  return { all, nameOf: (id) => all.find((each) => each.id === id)?.name ?? `${id.slice(0, 8)}…` }
}
