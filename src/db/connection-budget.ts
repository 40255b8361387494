import type { Config } from '../config.ts'
import type { DatabaseState } from './role-store.ts'

/** The journal's own connections: how many of its lanes commit at once. */
export const journalConnections = 2

/** Those of the journal, the one that listens for notices, and the one of the request log. */
export const connectionsBesidePool = journalConnections + 2

/** Behind a pooler: the one that listens for notices. The pooler has the others. */
const connectionsBesidePooler = 1

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
  {
    processes,
    poolSize,
    databaseDirectUrl,
  }: { readonly processes: number } & Pick<Config, 'poolSize' | 'databaseDirectUrl'>,
): ConnectionBudget => ({
  wanted:
    processes *
    (databaseDirectUrl === undefined ? poolSize + connectionsBesidePool : connectionsBesidePooler),
  free: maxConnections - reservedConnections,
})
