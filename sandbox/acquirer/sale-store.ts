import type { DatabaseSync } from 'node:sqlite'
import type { CancelState, Sale, SaleState } from './sale.ts'

export interface SaleStore {
  insert(sale: Sale): void
  /** Updates the columns of a sale that can change. */
  update(sale: Sale): void
  find(id: string): Sale | undefined
  /** Oldest first. */
  ofOrder(orderId: string): readonly Sale[]
  ofNumber(number: number): Sale | undefined
  /** Increases by one with every sale, also across restarts. */
  nextNumber(): number
}

/** Opens the table of one acquirer's sales. */
export function openSaleStore(db: DatabaseSync, acquirer: string): SaleStore {
  const table = `${acquirer}_sales`
  db.exec(`
    create table if not exists ${table} (
      id text primary key, order_id text not null, number integer not null, amount integer not null,
      installments integer not null, capture_asked integer not null, brand text not null, masked_number text not null,
      holder text not null, expiration text not null, state text not null, code text not null, authorization_code text,
      is_wallet integer not null, received_at integer not null, visible_at integer not null, captured_amount integer,
      captured_at integer, voided_amount integer not null, voided_at integer, last_cancel text,
      check (voided_amount >= 0 and voided_amount <= coalesce(captured_amount, amount)),
      check (captured_amount is null or captured_amount <= amount)
    ) strict;
    create index if not exists ${table}_by_order on ${table} (order_id);
  `)
  const insert = db.prepare(`
    insert into ${table} values (
      :id, :orderId, :number, :amount, :installments, :captureAsked, :brand, :maskedNumber, :holder, :expiration, :state,
      :code, :authorizationCode, :isWallet, :receivedAt, :visibleAt, :capturedAmount, :capturedAt, :voidedAmount, :voidedAt,
      :lastCancel)`)
  const update = db.prepare(`
    update ${table} set state = :state, code = :code, authorization_code = :authorizationCode,
      captured_amount = :capturedAmount, captured_at = :capturedAt, voided_amount = :voidedAmount, voided_at = :voidedAt,
      last_cancel = :lastCancel
    where id = :id`)
  const find = db.prepare(`select * from ${table} where id = ?`)
  const ofOrder = db.prepare(
    `select * from ${table} where order_id = ? order by received_at, number`,
  )
  const ofNumber = db.prepare(`select * from ${table} where number = ?`)
  let last = Number(db.prepare(`select coalesce(max(number), 0) as last from ${table}`).get()?.last)
  return {
    insert: (sale) => {
      insert.run({
        ...sale,
        captureAsked: Number(sale.captureAsked),
        isWallet: Number(sale.isWallet),
      })
    },
    update: (sale) => {
      const {
        id,
        state,
        code,
        authorizationCode,
        capturedAmount,
        capturedAt,
        voidedAmount,
        voidedAt,
        lastCancel,
      } = sale
      update.run({
        id,
        state,
        code,
        authorizationCode,
        capturedAmount,
        capturedAt,
        voidedAmount,
        voidedAt,
        lastCancel,
      })
    },
    find: (id) => {
      const row = find.get(id)
      return row && saleOf(row)
    },
    ofOrder: (orderId) => ofOrder.all(orderId).map(saleOf),
    ofNumber: (number) => {
      const row = ofNumber.get(number)
      return row && saleOf(row)
    },
    nextNumber: () => {
      last += 1
      return last
    },
  }
}

function saleOf(row: Record<string, unknown>): Sale {
  const textOrNull = (value: unknown) => (value === null ? null : String(value))
  const numberOrNull = (value: unknown) => (value === null ? null : Number(value))
  return {
    id: String(row.id),
    orderId: String(row.order_id),
    number: Number(row.number),
    amount: Number(row.amount),
    installments: Number(row.installments),
    captureAsked: row.capture_asked === 1,
    brand: String(row.brand),
    maskedNumber: String(row.masked_number),
    holder: String(row.holder),
    expiration: String(row.expiration),
    state: String(row.state) as SaleState,
    code: String(row.code),
    authorizationCode: textOrNull(row.authorization_code),
    isWallet: row.is_wallet === 1,
    receivedAt: Number(row.received_at),
    visibleAt: Number(row.visible_at),
    capturedAmount: numberOrNull(row.captured_amount),
    capturedAt: numberOrNull(row.captured_at),
    voidedAmount: Number(row.voided_amount),
    voidedAt: numberOrNull(row.voided_at),
    lastCancel: textOrNull(row.last_cancel) as CancelState | null,
  }
}
