import { queryOptions } from '@tanstack/react-query'
import type { ProviderHealthWire, ProviderKindWire } from '../../../contract/provider.ts'
import { call } from '../../api/client.ts'

export const providerQuery = (id: string) =>
  queryOptions({
    queryKey: ['provider', id],
    queryFn: ({ signal }) =>
      call<ProviderHealthWire>('GET', `/api/admin/providers/${id}/health`, { signal }),
    refetchInterval: 15_000,
  })

export const kindsQuery = queryOptions({
  queryKey: ['provider-kinds'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) =>
    call<readonly ProviderKindWire[]>('GET', '/api/admin/provider-kinds', { signal }),
})
