import { queryOptions } from '@tanstack/react-query'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { call } from '../../api/client.ts'

export const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: ['transaction', id],
    queryFn: ({ signal }) =>
      call<TransactionWire>('GET', `/api/user/transactions/${id}`, { signal }),
  })
