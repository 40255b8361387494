import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from '../../../src/db/pool.ts'
import { someOrder } from '../../kit/keyed-load.ts'
import type { Shop } from '../../kit/shop.ts'

type Method = Parameters<typeof someOrder>[0]

/** Clients that ask again and again, whatever the response is. The result ends them. */
export function repeat(clients: number, ask: () => Promise<unknown>): () => Promise<void> {
  let isOver = false
  const client = async () => {
    for (; !isOver; await wait(pauseMs)) await ask().catch(() => undefined)
  }
  const asking = Promise.all(Array.from({ length: clients }, client))
  return async () => {
    isOver = true
    await asking
  }
}

const pauseMs = 200

let sales = 0

/** One sale by a method, to any response. Its webhooks go to `postbackUrl`. */
export function sellTo(shop: Shop, method: Method, postbackUrl?: string) {
  sales += 1
  const order = someOrder(method, 10_00 + (sales % 80) * 100)
  return shop.call('POST', '/api/user/transactions', {
    ...order,
    ...(postbackUrl && { postbackUrl }),
  })
}

/** Another session holds a table, as one that a person has forgotten. The result releases it. */
export async function lockTable(sql: Sql, table: string): Promise<() => Promise<void>> {
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const session = sql.begin(
    async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 0`
      await tx`set local lock_timeout = 0`
      await tx`lock table ${tx(table)} in access exclusive mode`
      locked()
      await isOver
    },
    { statementMs: 0 },
  )
  await Promise.race([isLocked, session])
  return async () => {
    end()
    await session
  }
}
