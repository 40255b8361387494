import { queryOptions } from '@tanstack/react-query'
import type { AccountWire } from '../../../contract/account.ts'
import { call } from '../../api/client.ts'

export const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator-account', id],
    queryFn: ({ signal }) => call<AccountWire>('GET', `/api/admin/accounts/${id}`, { signal }),
  })
