import type { DatabaseSync } from 'node:sqlite'
import type { Sale } from './sale.ts'
import { commonColumns, openSaleTable, type SaleTable } from './sale-table.ts'

export interface SaleStore extends Omit<SaleTable<Sale>, 'findBy'> {
  find(id: string): Sale | undefined
  ofNumber(number: number): Sale | undefined
}

/** Opens the table of the sales of an acquirer whose sales have the form of `Sale`. */
export function openSaleStore(db: DatabaseSync, acquirer: string): SaleStore {
  const table = `${acquirer}_sales`
  db.exec(`
    create table if not exists ${table} (
      id text primary key,
      number integer not null,
      state text not null,
      code text not null,
      is_wallet integer not null,
      last_cancel text,
      ${commonColumns}
    ) strict
  `)
  const { findBy, ...sales } = openSaleTable<Sale>(db, table, {
    key: 'id',
    number: 'number',
    flags: ['captureAsked', 'isWallet'],
    changing: ['state', 'code', 'lastCancel'],
  })
  return { ...sales, find: findBy('id'), ofNumber: findBy('number') }
}
