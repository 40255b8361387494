import type { DatabaseSync } from 'node:sqlite'
import type { Contract } from './contract.ts'

/** The parts of an order that its responses repeat. They hold no card. */
export interface Order {
  /** Of the account that the order is of. */
  readonly contract: Contract
  readonly items: readonly object[]
  readonly customer: object
  /** Why the gateway in front of the acquirer refused the payment. */
  readonly refusal: Refusal | null
}

export interface Refusal {
  readonly code: string
  readonly message: string
}

const unknownOrder: Order = { contract: 'gateway', items: [], customer: {}, refusal: null }

/** All SQL about orders: one for each sale. */
export function openOrderStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists pagarme_orders (
      sale_id text primary key,
      parts text not null
    ) strict
  `)
  const keep = db.prepare('insert into pagarme_orders values (?, ?)')
  const find = db.prepare('select parts from pagarme_orders where sale_id = ?')
  return {
    keep: (saleId: string, order: Order): void => {
      keep.run(saleId, JSON.stringify(order))
    },
    /** A sale of an older sandbox has no order. */
    of(saleId: string): Order {
      const row = find.get(saleId)
      return { ...unknownOrder, ...(row && JSON.parse(String(row.parts))) }
    },
  }
}

export type OrderStore = ReturnType<typeof openOrderStore>
