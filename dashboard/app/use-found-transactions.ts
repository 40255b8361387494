import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { TransactionWire } from '../../contract/transaction.ts'
import { ApiError } from '../api/api-error.ts'
import { call, list } from '../api/client.ts'

const most = 5
/** Shorter texts name nothing. */
const shortest = 3
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The transactions that a text names: an id, an end-to-end id, a reference, a customer, an amount.
 */
export function useFoundTransactions(
  text: string,
  isPermitted: boolean,
): readonly TransactionWire[] {
  const [settled] = useDebouncedValue(text, 200)
  const { data } = useQuery({
    queryKey: ['transaction-search', settled],
    enabled: isPermitted && settled.length >= shortest,
    retry: false,
    async queryFn({ signal }) {
      // The search finds a new transaction seconds after its creation, its id at once.
      const own = uuid.test(settled) ? await byId(settled, signal) : undefined
      if (own) return [own]
      const query = { search: settled, limit: most }
      return (await list<TransactionWire>('/api/user/transactions', { query, signal })).rows
    },
  })
  return settled === text ? (data ?? []) : []
}

async function byId(id: string, signal: AbortSignal): Promise<TransactionWire | undefined> {
  try {
    return await call<TransactionWire>('GET', `/api/user/transactions/${id}`, { signal })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
