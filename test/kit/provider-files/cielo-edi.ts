import { type PaidPart, paymentsText, salesText } from '../../../sandbox/cielo/edi-text.ts'
import type { Row as SandboxRow } from '../../../sandbox/settlement/row.ts'
import { readEdiDay } from '../../../src/providers/cielo/read-edi.ts'
import type { SettlementRow } from '../../../src/providers/ports/settlement-file.ts'
import { type BookedSale, type FileStore, saleRows } from '../settlement-books.ts'
import type { World } from '../settlement-day.ts'
import { bytesOf, rewriteStore } from './rewrite-store.ts'

/** Writes each file in Cielo's EDI layout, and reads it back. */
export async function throughCieloEdi(store: FileStore, { early }: World): Promise<void> {
  const sold = early.flatMap(partsOf)
  await rewriteStore(store, async ({ date, sequence }, rows) => {
    const file = { establishment: '1234567890', date, sequence }
    const due = sold.filter(({ part }) => part.dueOn === date)
    const sales = salesText(file, rows as readonly unknown[] as readonly SandboxRow[])
    const payments = paymentsText(file, paidParts(due, rows))
    return Array.fromAsync(
      readEdiDay({ sales: bytesOf(sales, 'latin1'), payments: bytesOf(payments, 'latin1') }),
    )
  })
}

function partsOf(sale: BookedSale): readonly PaidPart[] {
  const [row, ...parts] = saleRows(sale)
  return parts.flatMap((part) =>
    row?.kind === 'sale' && part.kind === 'installment' ? [{ sale: row, part }] : [],
  )
}

/** The due parts as they were paid: a payment that differs is another fee of the first one. */
function paidParts(due: readonly PaidPart[], rows: readonly SettlementRow[]): readonly PaidPart[] {
  const payment = rows.find((row) => row.kind === 'payment')
  const kept = due.reduce((net, { part }) => net + part.net, 0) - (payment?.amount ?? 0)
  return due.map(({ sale, part }, index) =>
    index === 0
      ? { sale, part: { ...part, fee: part.fee + kept, net: part.net - kept } }
      : { sale, part },
  )
}
