import type { DatabaseSync } from 'node:sqlite'
import { commonColumns, openSaleTable, type SaleTable } from '../acquirer/sale-table.ts'
import type { Sale } from './sale.ts'

export interface SaleStore extends Omit<SaleTable<Sale>, 'findBy'> {
  find(paymentId: string): Sale | undefined
  ofTid(tid: string): Sale | undefined
}

export function openSaleStore(db: DatabaseSync): SaleStore {
  db.exec(`
    create table if not exists cielo_sales (
      payment_id text primary key,
      soft_descriptor text,
      customer text not null,
      status integer not null,
      return_code text not null,
      advice_code text,
      auto_cancels integer not null,
      tid text not null,
      proof_of_sale text not null,
      last_cancel_at integer,
      fraud_alert_at integer,
      wallet text,
      ${commonColumns}
    ) strict;
    create index if not exists cielo_sales_by_tid on cielo_sales (tid);
  `)
  addWallet(db)
  const { findBy, ...sales } = openSaleTable<Sale>(db, 'cielo_sales', {
    key: 'paymentId',
    number: 'rowid',
    flags: ['captureAsked', 'autoCancels'],
    objects: ['wallet'],
    changing: ['status', 'returnCode', 'autoCancels', 'lastCancelAt', 'fraudAlertAt'],
  })
  return { ...sales, find: findBy('paymentId'), ofTid: findBy('tid') }
}

/** Adds the column to a sandbox database that is older than the wallet. */
function addWallet(db: DatabaseSync): void {
  const columns = db.prepare("select name from pragma_table_info('cielo_sales')").all()
  if (!columns.some(({ name }) => name === 'wallet'))
    db.exec('alter table cielo_sales add column wallet text')
}
