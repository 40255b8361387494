import { queryOptions } from '@tanstack/react-query'
import type { OverviewWire } from '../../../contract/overview.ts'
import { call } from '../../api/client.ts'

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call<OverviewWire>('GET', '/api/user/overview', { signal }),
  // Totals are counted a moment after an event.
  refetchInterval: ({ state: { data } }) => (data && data.counted.behind > 0 ? 2_000 : 60_000),
})
