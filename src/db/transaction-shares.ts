import { Rejection } from '../primitives/rejection.ts'
import type { Sql, Tx } from './pool.ts'

/** A pool of which each owner has a share: its transactions hold few connections at once. */
export interface TransactionShares {
  /**
   * The pool as this owner may use it. A transaction above the share waits without a connection.
   * The owner's `callers`, its keys and people, then take turns.
   * Its `begin` throws Rejection `rate-limited` when that takes too long.
   */
  of(owner: string, caller: string): Sql
}

/** The transactions of one owner. */
interface Lane {
  running: number
  /** By caller, the one whose turn it is first. Each waiting one is started by calling it. */
  readonly waiting: Map<string, (() => void)[]>
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

  /** Returns a function that ends the turn and passes it on. */
  async function takeTurn(owner: string, caller: string): Promise<() => void> {
    const lane = lanes.get(owner) ?? { running: 0, waiting: new Map() }
    lanes.set(owner, lane)
    if (lane.running < most) lane.running += 1
    else await turnIn(lane, caller, waitMs)
    return () => {
      const next = takeNext(lane)
      if (next) return next()
      lane.running -= 1
      if (lane.running === 0) lanes.delete(owner)
    }
  }

  return {
    of: (owner, caller) =>
      Object.assign(sql.bind(undefined) as Sql, sql, {
        begin: async <Result>(
          work: (tx: Tx) => Promise<Result>,
          options?: Parameters<Sql['begin']>[1],
        ): Promise<Result> => {
          const end = await takeTurn(owner, caller)
          try {
            return await sql.begin(work, options)
          } finally {
            end()
          }
        },
      }),
  }
}

/** Of the caller whose turn it is, the one that waits longest. The caller's others wait again. */
function takeNext({ waiting }: Lane): (() => void) | undefined {
  const [first] = waiting
  if (!first) return undefined
  const [caller, [start, ...others]] = first
  waiting.delete(caller)
  if (others.length > 0) waiting.set(caller, others)
  return start
}

const turnIn = ({ waiting }: Lane, caller: string, waitMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const start = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      const others = waiting.get(caller)?.filter((waits) => waits !== start) ?? []
      if (others.length > 0) waiting.set(caller, others)
      else waiting.delete(caller)
      reject(new Rejection('rate-limited', { retryAfterSeconds: 1 }))
    }, waitMs)
    const own = waiting.get(caller)
    if (own) own.push(start)
    else waiting.set(caller, [start])
  })
