import { isBusinessDay } from '../../src/brazil/bank-calendar.ts'
import { splitInstallments } from '../../src/brazil/installments.ts'
import { localDate, startOfLocalDay } from '../../src/brazil/local-time.ts'
import { randomBase62 } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { Sale } from '../acquirer/sale.ts'
import type { SaleStore } from '../acquirer/sale-store.ts'
import { installmentsOfDay } from '../settlement/card-installments.ts'
import type { Book } from '../settlement/files.ts'
import type { OrderStore } from './order-store.ts'
import {
  everyPayable,
  type Payable,
  type PayableStore,
  type StoredPayable,
} from './payable-store.ts'
import { chargeId } from './render.ts'

/** The receivables that were created on a day. */
export const openSettlementBook = (payables: PayableStore): Book<StoredPayable> => ({
  spoiling: {
    isMain: ({ type, installment }) => type === 'credit' && installment === 1,
    isPartOf: (main, row) => row.type === 'credit' && row.chargeId === main.chargeId,
    withMore: (row, cents) =>
      row.installment === 1 ? { ...row, amount: row.amount + cents } : row,
  },
  firstAt: payables.firstAt,
  rows: ({ from, to }) => {
    const span = {
      createdSince: new Date(from).toISOString(),
      createdUntil: new Date(to).toISOString(),
    }
    return payables.list({ ...everyPayable, ...span }, { offset: 0, limit: -1 })
  },
  invented: ({ date, from }) => [
    {
      n: 0,
      chargeId: 'ch_desconhecida00000',
      type: 'credit',
      installment: 1,
      amount: 1_23,
      fee: 2,
      paymentAt: startOfLocalDay(paymentDay(date, 1)),
      accrualAt: new Date(from),
      createdAt: new Date(from),
      originatorId: null,
    },
  ],
})

/** Money that left the balance with a refund or a chargeback, or came back. Amount in cents. */
export interface Moved {
  readonly type: Exclude<Payable['type'], 'credit'>
  readonly amount: number
  readonly createdAt: Date
}

/**
 * The store of sales, which books what each change of a sale is worth. Only the sales of accounts
 * with PSP are worth anything at Pagar.me.
 */
export function openBookedSales(
  sales: SaleStore,
  {
    orders,
    payables,
  }: { readonly orders: Pick<OrderStore, 'of'>; readonly payables: PayableStore },
): SaleStore & { bookMoved(sale: Sale, moved: Moved): void } {
  const add = (sale: Sale, added: readonly Payable[]) => {
    if (orders.of(sale.id).contract === 'psp') for (const each of added) payables.add(each)
  }
  const bookMoved = (sale: Sale, moved: Moved) => add(sale, movedOf(sale, moved))
  const book = (before: Sale | undefined, sale: Sale) => {
    if (sale.capturedAt === null) return
    if ((before?.capturedAt ?? null) === null) add(sale, creditsOf(sale))
    const amount = sale.voidedAmount - (before?.voidedAmount ?? 0)
    const createdAt = new Date(sale.voidedAt ?? sale.capturedAt)
    if (amount > 0) bookMoved(sale, { type: 'refund', amount, createdAt })
  }
  return {
    ...sales,
    bookMoved,
    insert(sale) {
      sales.insert(sale)
      book(undefined, sale)
    },
    update(sale) {
      const before = sales.find(sale.id)
      sales.update(sale)
      book(before, sale)
    },
  }
}

/** One for each installment of a captured sale. */
function creditsOf(sale: Sale): readonly Payable[] {
  const accrualAt = capturedAt(sale)
  return partsOf(sale).map(({ number, gross, fee, dueOn }) => ({
    chargeId: chargeId(sale),
    type: 'credit',
    installment: number,
    amount: gross,
    fee,
    paymentAt: startOfLocalDay(Temporal.PlainDate.from(dueOn)),
    accrualAt,
    createdAt: accrualAt,
    originatorId: null,
  }))
}

/** What a refund or a chargeback takes off each installment, or a recovered one returns. */
function movedOf(sale: Sale, { type, amount, createdAt }: Moved): readonly Payable[] {
  const parts = splitInstallments(cents(amount), sale.installments)
  const originatorId = `${type === 'refund' ? 'rf' : 'cb'}_${randomBase62(16)}`
  const sign = type === 'chargeback_refund' ? 1 : -1
  return parts.map((part, index) => ({
    chargeId: chargeId(sale),
    type,
    installment: index + 1,
    amount: sign * part,
    fee: 0,
    paymentAt: startOfLocalDay(localDate(createdAt)),
    accrualAt: capturedAt(sale),
    createdAt,
    originatorId,
  }))
}

/** Two bank days after 29 days for each installment. */
function paymentDay(soldOn: Temporal.PlainDate, number: number): Temporal.PlainDate {
  let day = soldOn.add({ days: 30 * number - 1 })
  for (let left = 2; left > 0; left -= Number(isBusinessDay(day))) day = day.add({ days: 1 })
  return day
}

const capturedAt = (sale: Sale): Date => new Date(sale.capturedAt ?? sale.receivedAt)

const partsOf = (sale: Sale) =>
  installmentsOfDay(
    localDate(capturedAt(sale)),
    paymentDay,
  )({ gross: sale.capturedAmount ?? sale.amount, installments: sale.installments })
