import type { DatabaseSync } from 'node:sqlite'

/** One refund of a sale, as Rede lists it. */
export interface Refund {
  readonly id: string
  readonly saleId: string
  readonly amount: number
  readonly status: RefundStatus
  /** Business time, ms. */
  readonly at: number
}

export type RefundStatus = 'Done' | 'Processing' | 'Denied'

export interface RefundStore {
  insert(refund: Refund): void
  /** Of a sale, oldest first. */
  of(saleId: string): readonly Refund[]
  /** Ends the oldest waiting refund of this amount. */
  finish(saleId: string, amount: number, status: RefundStatus): void
}

export function openRefundStore(db: DatabaseSync): RefundStore {
  db.exec(`
    create table if not exists rede_refunds (
      id text primary key,
      sale_id text not null,
      amount integer not null,
      status text not null,
      at integer not null
    ) strict;
    create index if not exists rede_refunds_by_sale on rede_refunds (sale_id);
  `)
  const insert = db.prepare('insert into rede_refunds values (:id, :saleId, :amount, :status, :at)')
  const of = db.prepare('select * from rede_refunds where sale_id = ? order by rowid')
  const finish = db.prepare(`
    update rede_refunds
    set status = ?
    where id = (
      select id from rede_refunds
      where sale_id = ? and amount = ? and status = 'Processing'
      order by rowid
      limit 1)`)
  return {
    insert: (refund) => {
      insert.run({ ...refund })
    },
    of: (saleId) =>
      of.all(saleId).map((row) => ({
        id: String(row.id),
        saleId: String(row.sale_id),
        amount: Number(row.amount),
        status: String(row.status) as RefundStatus,
        at: Number(row.at),
      })),
    finish: (saleId, amount, status) => {
      finish.run(status, saleId, amount)
    },
  }
}
