import type { DatabaseState } from './role-store.ts'

/** The connection that listens for notices, and the one of the request log. */
const connectionsBesidePool = 2

/** How many connections some processes may open, and how many the server has for all clients. */
export interface ConnectionBudget {
  readonly wanted: number
  readonly free: number
}

/**
 * Compares the connections of `processes` with `max_connections` of the server. Processes on other
 * machines are not known here.
 */
export const connectionBudget = (
  { maxConnections, reservedConnections }: DatabaseState,
  { processes, poolSize }: { readonly processes: number; readonly poolSize: number },
): ConnectionBudget => ({
  wanted: processes * (poolSize + connectionsBesidePool),
  free: maxConnections - reservedConnections,
})
