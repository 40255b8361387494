import {
  paymentsText,
  type SoldSale,
  salesText,
  type TakenBack,
} from '../../../sandbox/rede/edi-text.ts'
import { withEqualParts } from '../../../sandbox/rede/equal-parts.ts'
import type { Row as SandboxRow } from '../../../sandbox/settlement/row.ts'
import { readEdiDay } from '../../../src/providers/rede/read-edi.ts'
import { type FileStore, saleRows } from '../settlement-books.ts'
import type { World } from '../settlement-day.ts'
import { bytesOf, rewriteStore } from './rewrite-store.ts'

type RowOf<Kind extends SandboxRow['kind']> = SandboxRow & { readonly kind: Kind }
type Rows = readonly SandboxRow[]

/** Writes each file in the layouts of Rede's EEVC and EEFI, and reads it back. */
export async function throughRedeEdi(
  store: FileStore,
  { early, sales, late }: World,
): Promise<void> {
  const booked = [...early, ...sales, ...late].flatMap((sale) =>
    soldIn(saleRows(sale) as readonly unknown[] as Rows),
  )
  const known = new Map(booked.map((sold) => [sold.sale.providerReference, sold]))
  await rewriteStore(store, async ({ date, sequence }, each) => {
    const rows = each as readonly unknown[] as Rows
    const file = { establishment: '10004321', date, sequence }
    const due = booked.flatMap((sold) =>
      sold.parts.flatMap((part) => (part.dueOn === date ? [{ sold, part }] : [])),
    )
    const takenBack = rows.flatMap((row): TakenBack[] => {
      if (row.kind !== 'refund' && row.kind !== 'chargeback') return []
      const { amount, date, providerReference } = row
      const sale = known.get(providerReference)?.sale
      return row.kind === 'refund'
        ? [{ kind: 'cancel', sale, reference: row.refundId, amount, date }]
        : [{ kind: 'claim', sale, reference: row.caseId, amount, date }]
    })
    const lost = lostIn(rows, booked, date)
    const paid = due.map((each, index) =>
      index === 0 ? { ...each, part: { ...each.part, net: each.part.net - lost } } : each,
    )
    const texts = [salesText(file, soldIn(rows)), paymentsText(file, { paid, takenBack })]
    const [eevc = '', eefi = ''] = texts
    return Array.fromAsync(
      readEdiDay({ sales: bytesOf(eevc, 'latin1'), payments: bytesOf(eefi, 'latin1') }),
    )
  })
}

/** What a planted difference takes off the payment of the day. */
function lostIn(rows: Rows, booked: readonly SoldSale[], date: string): number {
  const payment = rows.find((row) => row.kind === 'payment')
  if (payment?.kind !== 'payment') return 0
  const due = booked.flatMap(({ sale, parts }) =>
    parts.flatMap(({ dueOn, number }) => (dueOn === date ? [netBefore(sale, number)] : [])),
  )
  return due.reduce((sum, net) => sum + net, 0) - payment.amount
}

/** The net amount of an installment in the books, before Rede made them equal. */
function netBefore({ gross, installments }: RowOf<'sale'>, number: number): number {
  const share = Math.floor(gross / installments) + Number(number <= gross % installments)
  return share - Math.round(share * 0.021)
}

/** The sales of a file with their installments, each with a number that Rede gives it. */
function soldIn(rows: Rows): readonly SoldSale[] {
  const partsOf = Map.groupBy(
    rows.filter((row) => row.kind === 'installment'),
    ({ providerReference }) => providerReference,
  )
  const all = Map.groupBy(
    rows.filter((row) => row.kind === 'sale'),
    ({ providerReference }) => providerReference,
  )
  return [...all].flatMap(([tid, sales]) => {
    const parts = partsOf.get(tid) ?? []
    // A sale that is listed twice has its installments twice.
    const each = Math.ceil(parts.length / sales.length)
    return sales.map((sale, index) => ({
      sale: { ...sale, nsu: tid.replaceAll(/\D/g, '').slice(-9) },
      parts: equalParts(parts.slice(index * each, (index + 1) * each)),
    }))
  })
}

/** A planted difference may take an installment away, or repeat one. */
function equalParts(parts: readonly RowOf<'installment'>[]): readonly RowOf<'installment'>[] {
  const once = new Map(parts.map((part) => [part.number, part]))
  const whole = withEqualParts([...once.values()])
  const byNumber = new Map(whole.map((part) => [part.number, part]))
  return parts.map((part) => ({ ...part, net: byNumber.get(part.number)?.net ?? part.net }))
}
