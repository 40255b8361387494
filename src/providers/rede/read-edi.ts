import type { SettlementRow } from '../ports/settlement-file.ts'
import { readPairedDay } from '../statement/paired-day.ts'
import { readHeader } from './edi-fields.ts'
import { openPayments } from './edi-payments.ts'
import { openSales } from './edi-sales.ts'

/**
 * The two files of a day as one: EEVC has the sales with their installments, EEFI the payments and
 * what was taken off them. Throws `SettlementFileBroken` at the end of an incomplete one.
 */
export const readEdiDay = (
  day: Parameters<typeof readPairedDay>[0],
): AsyncGenerator<SettlementRow, void, undefined> =>
  readPairedDay(day, {
    names: { sales: 'EEVC', payments: 'EEFI' },
    noHeader: 'a primeira linha não é o cabeçalho de um EEVC ou EEFI da Rede',
    readHeader,
    openPart: (kind) => (kind === 'sales' ? openSales() : openPayments()),
  })
