import { QueryClient } from '@tanstack/react-query'
import { ApiError, ConnectionError } from './api-error.ts'

/** What a page read stays on the screen while it is read again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 3 && isPassing(error),
      retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000),
    },
    // A change is repeated by the person only, who sees what happened.
    // Its response may hold a secret, and goes with the part of the page that shows it.
    mutations: { retry: false, gcTime: 0 },
  },
})

/** Whether the same request may succeed a moment later. */
const isPassing = (error: Error): boolean =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429))
