import type { DatabaseSync } from 'node:sqlite'
import type { Sale, Status } from './sale.ts'

export interface SaleStore {
  insert(sale: Sale): void
  /** Updates the columns of a sale that can change. */
  update(sale: Sale): void
  find(paymentId: string): Sale | undefined
  /** Oldest first. */
  ofOrder(orderId: string): readonly Sale[]
  ofTid(tid: string): Sale | undefined
  /** Increases by one with every sale, also across restarts. */
  nextNumber(): number
}

export function openSaleStore(db: DatabaseSync): SaleStore {
  db.exec(`
    create table if not exists cielo_sales (
      payment_id text primary key, order_id text not null, amount integer not null, installments integer not null,
      capture_asked integer not null, soft_descriptor text, customer text not null, brand text not null,
      masked_number text not null, holder text not null, expiration text not null, status integer not null,
      return_code text not null, advice_code text, auto_cancels integer not null, tid text not null,
      proof_of_sale text not null, authorization_code text, received_at integer not null, visible_at integer not null,
      captured_amount integer, captured_at integer, voided_amount integer not null, voided_at integer,
      last_cancel_at integer, fraud_alert_at integer, wallet text,
      check (voided_amount >= 0 and voided_amount <= coalesce(captured_amount, amount)),
      check (captured_amount is null or captured_amount <= amount)
    ) strict;
    create index if not exists cielo_sales_by_order on cielo_sales (order_id);
    create index if not exists cielo_sales_by_tid on cielo_sales (tid);
  `)
  addWallet(db)
  const insert = db.prepare(`
    insert into cielo_sales (
      payment_id, order_id, amount, installments, capture_asked, soft_descriptor, customer, brand, masked_number, holder,
      expiration, status, return_code, advice_code, auto_cancels, tid, proof_of_sale, authorization_code, received_at,
      visible_at, captured_amount, captured_at, voided_amount, voided_at, last_cancel_at, fraud_alert_at, wallet
    ) values (
      :paymentId, :orderId, :amount, :installments, :captureAsked, :softDescriptor, :customer, :brand, :maskedNumber,
      :holder, :expiration, :status, :returnCode, :adviceCode, :autoCancels, :tid, :proofOfSale, :authorizationCode,
      :receivedAt, :visibleAt, :capturedAmount, :capturedAt, :voidedAmount, :voidedAt, :lastCancelAt, :fraudAlertAt, :wallet)`)
  const update = db.prepare(`
    update cielo_sales set status = :status, return_code = :returnCode, auto_cancels = :autoCancels,
      authorization_code = :authorizationCode, captured_amount = :capturedAmount, captured_at = :capturedAt,
      voided_amount = :voidedAmount, voided_at = :voidedAt, last_cancel_at = :lastCancelAt,
      fraud_alert_at = :fraudAlertAt
    where payment_id = :paymentId`)
  const find = db.prepare('select * from cielo_sales where payment_id = ?')
  const ofTid = db.prepare('select * from cielo_sales where tid = ?')
  const ofOrder = db.prepare(
    'select * from cielo_sales where order_id = ? order by received_at, rowid',
  )
  let last = Number(
    db.prepare('select coalesce(max(rowid), 0) as last from cielo_sales').get()?.last,
  )
  return {
    insert: (sale) => {
      const flags = {
        captureAsked: Number(sale.captureAsked),
        autoCancels: Number(sale.autoCancels),
      }
      insert.run({ ...sale, ...flags, wallet: sale.wallet && JSON.stringify(sale.wallet) })
    },
    update: (sale) => {
      const {
        status,
        returnCode,
        authorizationCode,
        capturedAmount,
        capturedAt,
        voidedAmount,
        voidedAt,
      } = sale
      const { paymentId, lastCancelAt, fraudAlertAt } = sale
      const autoCancels = Number(sale.autoCancels)
      const sums = { capturedAmount, capturedAt, voidedAmount, voidedAt }
      update.run({
        paymentId,
        status,
        returnCode,
        authorizationCode,
        autoCancels,
        lastCancelAt,
        fraudAlertAt,
        ...sums,
      })
    },
    find: (paymentId) => {
      const row = find.get(paymentId)
      return row && saleOf(row)
    },
    ofTid: (tid) => {
      const row = ofTid.get(tid)
      return row && saleOf(row)
    },
    ofOrder: (orderId) => ofOrder.all(orderId).map(saleOf),
    nextNumber: () => {
      last += 1
      return last
    },
  }
}

/** Adds the column to a sandbox database that is older than the wallet. */
function addWallet(db: DatabaseSync): void {
  const columns = db.prepare("select name from pragma_table_info('cielo_sales')").all()
  if (!columns.some(({ name }) => name === 'wallet'))
    db.exec('alter table cielo_sales add column wallet text')
}

function saleOf(row: Record<string, unknown>): Sale {
  const textOrNull = (value: unknown) => (value === null ? null : String(value))
  const numberOrNull = (value: unknown) => (value === null ? null : Number(value))
  return {
    paymentId: String(row.payment_id),
    orderId: String(row.order_id),
    amount: Number(row.amount),
    installments: Number(row.installments),
    captureAsked: row.capture_asked === 1,
    softDescriptor: textOrNull(row.soft_descriptor),
    customer: String(row.customer),
    brand: String(row.brand),
    maskedNumber: String(row.masked_number),
    holder: String(row.holder),
    expiration: String(row.expiration),
    status: Number(row.status) as Status,
    returnCode: String(row.return_code),
    adviceCode: textOrNull(row.advice_code),
    autoCancels: row.auto_cancels === 1,
    tid: String(row.tid),
    proofOfSale: String(row.proof_of_sale),
    authorizationCode: textOrNull(row.authorization_code),
    receivedAt: Number(row.received_at),
    visibleAt: Number(row.visible_at),
    capturedAmount: numberOrNull(row.captured_amount),
    capturedAt: numberOrNull(row.captured_at),
    voidedAmount: Number(row.voided_amount),
    voidedAt: numberOrNull(row.voided_at),
    lastCancelAt: numberOrNull(row.last_cancel_at),
    fraudAlertAt: numberOrNull(row.fraud_alert_at),
    wallet: row.wallet === null ? null : JSON.parse(String(row.wallet)),
  }
}
