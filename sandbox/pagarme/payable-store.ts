import type { DatabaseSync } from 'node:sqlite'
import { firstInstant } from '../settlement/every-row.ts'

/** What a charge adds to the balance of the account, or takes off it. Amounts in cents. */
export interface Payable {
  /** `ch_…`. */
  readonly chargeId: string
  readonly type: 'credit' | 'refund' | 'chargeback' | 'chargeback_refund'
  readonly installment: number
  /** Negative: it takes money off the balance. */
  readonly amount: number
  readonly fee: number
  /** The beginning of the day of its payment, in São Paulo. */
  readonly paymentAt: Date
  /** The capture of the charge. */
  readonly accrualAt: Date
  readonly createdAt: Date
  /** The refund or the chargeback that it belongs to. */
  readonly originatorId: string | null
}

/** Numbered in the order of their creation. */
export type StoredPayable = Payable & { readonly n: number }

/** `null` selects all. Both ends of a span are included. */
export interface PayableFilter {
  readonly createdSince: string | null
  readonly createdUntil: string | null
  readonly paymentSince: string | null
  readonly paymentUntil: string | null
  readonly chargeId: string | null
  readonly type: string | null
}

export const everyPayable: PayableFilter = {
  createdSince: null,
  createdUntil: null,
  paymentSince: null,
  paymentUntil: null,
  chargeId: null,
  type: null,
}

/** All SQL about receivables. */
export function openPayableStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists pagarme_payables (
      n integer primary key,
      charge_id text not null,
      type text not null,
      installment integer not null,
      amount integer not null,
      fee integer not null,
      payment_at text not null,
      accrual_at text not null,
      created_at text not null,
      originator_id text
    ) strict;
    create index if not exists pagarme_payables_created on pagarme_payables (created_at);
    create index if not exists pagarme_payables_payment on pagarme_payables (payment_at);
    create index if not exists pagarme_payables_charge on pagarme_payables (charge_id);
  `)
  const insert = db.prepare('insert into pagarme_payables values (null, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const list = db.prepare(`
    select * from pagarme_payables
    where (:createdSince is null or created_at >= :createdSince)
      and (:createdUntil is null or created_at <= :createdUntil)
      and (:paymentSince is null or payment_at >= :paymentSince)
      and (:paymentUntil is null or payment_at <= :paymentUntil)
      and (:chargeId is null or charge_id = :chargeId)
      and (:type is null or type = :type)
    order by n
    limit :limit offset :offset`)
  const first = db.prepare('select min(created_at) as at from pagarme_payables')
  return {
    add(payable: Payable): void {
      const { chargeId, type, installment, amount, fee, originatorId } = payable
      const [paid, accrued, created] = [payable.paymentAt, payable.accrualAt, payable.createdAt]
      const times = [paid, accrued, created].map((at) => at.toISOString())
      insert.run(chargeId, type, installment, amount, fee, ...times, originatorId)
    },
    /** In the order of their creation. A limit of -1: all. */
    list: (
      filter: PayableFilter,
      { offset, limit }: { readonly offset: number; readonly limit: number },
    ): readonly StoredPayable[] => list.all({ ...filter, offset, limit }).map(payableFrom),
    /** The instant of the first one, ms. */
    firstAt: (): number | undefined => firstInstant(first),
  }
}

export type PayableStore = ReturnType<typeof openPayableStore>

const payableFrom = (row: Readonly<Record<string, unknown>>): StoredPayable => ({
  n: Number(row.n),
  chargeId: String(row.charge_id),
  type: row.type as Payable['type'],
  installment: Number(row.installment),
  amount: Number(row.amount),
  fee: Number(row.fee),
  paymentAt: new Date(String(row.payment_at)),
  accrualAt: new Date(String(row.accrual_at)),
  createdAt: new Date(String(row.created_at)),
  originatorId: row.originator_id === null ? null : String(row.originator_id),
})
