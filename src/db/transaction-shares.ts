import { Rejection } from '../primitives/rejection.ts'
import type { Sql, Tx } from './pool.ts'

/** A pool of which each owner has a share: its transactions hold few connections at once. */
export interface TransactionShares {
  /**
   * The pool as this owner may use it. A transaction above the share waits without a connection.
   * Its `begin` throws Rejection `rate-limited` when that takes too long.
   */
  of(owner: string): Sql
}

/** The transactions of one owner. Each waiting one is started by calling it. */
interface Lane {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Transactions of one owner may all wait for one lock, each with its connection
 * (docs/decisions/overload.md).
 * @param most transactions of one owner at once
 * @param waitMs the limit of waiting for one's turn, ms
 */
export function openTransactionShares(
  sql: Sql,
  { most, waitMs = 2_000 }: { readonly most: number; readonly waitMs?: number },
): TransactionShares {
  const lanes = new Map<string, Lane>()

  /** Returns a function that ends the turn. It passes the turn to the one who waits longest. */
  async function takeTurn(owner: string): Promise<() => void> {
    const lane = lanes.get(owner) ?? { running: 0, waiting: [] }
    lanes.set(owner, lane)
    if (lane.running < most) lane.running += 1
    else await turnIn(lane, waitMs)
    return () => {
      const next = lane.waiting.shift()
      if (next) return next()
      lane.running -= 1
      if (lane.running === 0) lanes.delete(owner)
    }
  }

  return {
    of: (owner) =>
      Object.assign(sql.bind(undefined) as Sql, sql, {
        begin: async <Result>(
          work: (tx: Tx) => Promise<Result>,
          options?: Parameters<Sql['begin']>[1],
        ): Promise<Result> => {
          const end = await takeTurn(owner)
          try {
            return await sql.begin(work, options)
          } finally {
            end()
          }
        },
      }),
  }
}

const turnIn = ({ waiting }: Lane, waitMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const start = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(start), 1)
      reject(new Rejection('rate-limited', { retryAfterSeconds: 1 }))
    }, waitMs)
    waiting.push(start)
  })
