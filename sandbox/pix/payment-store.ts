import type { DatabaseSync } from 'node:sqlite'
import type { Payment, Refund, RefundNature, RefundStatus } from './payment.ts'

export interface PaymentFilter {
  readonly from: Date
  readonly to: Date
  readonly txid?: string
  /** Whether it has refunds. */
  readonly isRefunded?: boolean
  /** CPF or CNPJ of the payer. */
  readonly document?: string
  readonly limit: number
  readonly offset: number
}

/** All SQL about received Pix and their refunds. */
export function openPaymentStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists pix_payments (
      end_to_end_id text primary key,
      txid text not null,
      amount integer not null,
      key text not null,
      paid_at integer not null,
      payer_document text not null,
      parts text
    ) strict;
    create index if not exists pix_payments_txid on pix_payments (txid);
    create index if not exists pix_payments_paid on pix_payments (paid_at);
    create table if not exists pix_refunds (
      end_to_end_id text not null,
      id text not null,
      return_id text not null,
      amount integer not null,
      nature text not null,
      description text,
      requested_at integer not null,
      decided_at integer not null,
      status text not null,
      primary key (end_to_end_id, id)
    ) strict;
    create index if not exists pix_refunds_due
    on pix_refunds (decided_at)
    where status = 'EM_PROCESSAMENTO';
  `)
  addColumnOfParts(db)
  const insertPayment = db.prepare('insert into pix_payments values (?, ?, ?, ?, ?, ?, ?)')
  const byId = db.prepare('select * from pix_payments where end_to_end_id = ?')
  const byTxid = db.prepare('select * from pix_payments where txid = ? order by paid_at, rowid')
  const insertRefund = db.prepare('insert into pix_refunds values (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const refundsOf = db.prepare(
    'select * from pix_refunds where end_to_end_id = ? order by requested_at, rowid',
  )
  const due = db.prepare(
    `select * from pix_refunds where status = 'EM_PROCESSAMENTO' and decided_at <= ?`,
  )
  const decide = db.prepare('update pix_refunds set status = ? where end_to_end_id = ? and id = ?')
  const hasten = db.prepare(
    `update pix_refunds set decided_at = ? where return_id = ? and status = 'EM_PROCESSAMENTO'`,
  )
  const filter = `paid_at between ? and ?
    and (? is null or txid = ?)
    and (? is null or payer_document = ?)`
  const isGivenBack =
    'exists (select 1 from pix_refunds r where r.end_to_end_id = pix_payments.end_to_end_id)'
  // Payments with refunds are few: the query starts at the refunds, not at the span of time.
  const wheres = {
    all: filter,
    refunded: `end_to_end_id in (select end_to_end_id from pix_refunds) and +${filter}`,
    untouched: `${filter} and not ${isGivenBack}`,
  }
  const listing = (where: string) => ({
    list: db.prepare(`
      select * from pix_payments
      where ${where}
      order by paid_at, rowid
      limit ? offset ?`),
    count: db.prepare(`select count(*) as n from pix_payments where ${where}`),
  })
  const [all, refunded, untouched] = [
    listing(wheres.all),
    listing(wheres.refunded),
    listing(wheres.untouched),
  ]
  const listingFor = ({ isRefunded }: PaymentFilter) =>
    isRefunded === undefined ? all : isRefunded ? refunded : untouched
  const conditions = ({ from, to, ...rest }: PaymentFilter) => {
    const [txid, document] = [rest.txid ?? null, rest.document ?? null]
    return [from.getTime(), to.getTime(), txid, txid, document, document] as const
  }

  return {
    add: ({ endToEndId, txid, amount, key, paidAt, payerDocument, parts }: Payment): void => {
      const of = [endToEndId, txid, amount, key, paidAt.getTime(), payerDocument] as const
      insertPayment.run(...of, parts ? JSON.stringify(parts) : null)
    },
    find: (endToEndId: string): Payment | undefined => paymentFrom(byId.get(endToEndId)),
    ofCharge: (txid: string): readonly Payment[] =>
      byTxid.all(txid).flatMap((row) => paymentFrom(row) ?? []),
    list: (wanted: PaymentFilter): readonly Payment[] =>
      listingFor(wanted)
        .list.all(...conditions(wanted), wanted.limit, wanted.offset)
        .flatMap((row) => paymentFrom(row) ?? []),
    count: (wanted: PaymentFilter): number =>
      Number(listingFor(wanted).count.get(...conditions(wanted))?.n ?? 0),
    addRefund: (refund: Refund): void => {
      const {
        endToEndId,
        id,
        returnId,
        amount,
        nature,
        description,
        requestedAt,
        decidedAt,
        status,
      } = refund
      const times = [requestedAt.getTime(), decidedAt.getTime()] as const
      insertRefund.run(endToEndId, id, returnId, amount, nature, description, ...times, status)
    },
    refundsOf: (endToEndId: string): readonly Refund[] => refundsOf.all(endToEndId).map(refundFrom),
    /** Refunds whose decision is due. */
    dueRefunds: (now: Date): readonly Refund[] => due.all(now.getTime()).map(refundFrom),
    decideRefund: (refund: Refund, status: RefundStatus): void => {
      decide.run(status, refund.endToEndId, refund.id)
    },
    /** Sets the instant of the decision of a refund in process. */
    hastenRefund: (returnId: string, at: Date): void => {
      hasten.run(at.getTime(), returnId)
    },
  }
}

export type PaymentStore = ReturnType<typeof openPaymentStore>

/** The state of a sandbox of before has no such column. */
function addColumnOfParts(db: DatabaseSync): void {
  const columns = db.prepare("select name from pragma_table_info('pix_payments')").all()
  if (!columns.some(({ name }) => name === 'parts'))
    db.exec('alter table pix_payments add column parts text')
}

function paymentFrom(row: Record<string, unknown> | undefined): Payment | undefined {
  if (!row) return undefined
  return {
    endToEndId: String(row.end_to_end_id),
    txid: String(row.txid),
    amount: Number(row.amount),
    key: String(row.key),
    paidAt: new Date(Number(row.paid_at)),
    payerDocument: String(row.payer_document),
    ...(row.parts !== null && { parts: JSON.parse(String(row.parts)) }),
  }
}

const refundFrom = (row: Record<string, unknown>): Refund => ({
  endToEndId: String(row.end_to_end_id),
  id: String(row.id),
  returnId: String(row.return_id),
  amount: Number(row.amount),
  nature: natures.find((each) => each === row.nature) ?? 'ORIGINAL',
  description: row.description === null ? null : String(row.description),
  requestedAt: new Date(Number(row.requested_at)),
  decidedAt: new Date(Number(row.decided_at)),
  status: statuses.find((each) => each === row.status) ?? 'EM_PROCESSAMENTO',
})

const natures: readonly RefundNature[] = ['ORIGINAL', 'RETIRADA', 'MED_FRAUDE', 'MED_OPERACIONAL']
const statuses: readonly RefundStatus[] = ['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']
