import type { PlacelessRow, SettlementRow } from '../ports/settlement-file.ts'
import { SettlementFileBroken } from '../statement/broken.ts'
import { type FilePart, readPairedDay } from '../statement/paired-day.ts'
import type { FilePlace } from '../statement/paired-files.ts'
import { unreadable } from '../statement/unreadable.ts'
import {
  type EdiEntry,
  grossOfUnit,
  positive,
  readEntry,
  readHeader,
  readTrailer,
  readUnit,
} from './edi-fields.ts'

/**
 * The two files of a day as one: CIELO03 has the sales with their installments, cancels and claims,
 * CIELO04 the payments. Throws `SettlementFileBroken` at the end of an incomplete one.
 */
export const readEdiDay = (
  day: Parameters<typeof readPairedDay>[0],
): AsyncGenerator<SettlementRow, void, undefined> =>
  readPairedDay(day, {
    names: { sales: 'CIELO03', payments: 'CIELO04' },
    noHeader: 'a primeira linha não é o cabeçalho do EDI versão 15',
    readHeader,
    openPart,
  })

function openPart(kind: FilePlace['kind']): FilePart {
  const found = { records: 0, entries: 0, net: 0, gross: 0 }
  const reported = { records: 0, entries: 0, net: 0, gross: 0 }
  return {
    isTrailer,
    rowsOf(text, line) {
      if (isTrailer(text)) {
        const trailer = readTrailer(text)
        if (!trailer) throw new SettlementFileBroken('unreadable trailer')
        Object.assign(reported, trailer)
        return []
      }
      found.records += 1
      if (text[0] === 'E') found.entries += 1
      if (text[0] === 'D') {
        found.net += readUnit(text)?.net ?? 0
        found.gross += grossOfUnit(text) ?? 0
      }
      return rowsOf(text, { kind, line })
    },
    differences: () => ({
      records:
        Math.abs(reported.records - found.records) + Math.abs(reported.entries - found.entries),
      sales: 0,
      net: Math.abs(reported.net - found.net) + Math.abs(reported.gross - found.gross),
    }),
  }
}

const isTrailer = (text: string): boolean => text[0] === '9'

function rowsOf(
  text: string,
  { kind, line }: { readonly kind: FilePlace['kind']; readonly line: number },
): readonly PlacelessRow[] {
  switch (text[0]) {
    case 'D':
      return kind === 'payments' ? paymentOf(text) : []
    case 'E':
      return kind === 'sales' ? entryRows(text, line) : []
    case '8':
    case 'A':
    case 'B':
    case 'C':
    case 'R':
      return [] // PIX at Cielo, negotiations and reserves: nothing of ours.
    default:
      return [unreadable('tipo de registro desconhecido')]
  }
}

/** Entries of sales: at once, or in installments, by debit or credit. */
const saleEntries = new Set(['01', '02', '03'])
/** States of a unit whose money reached the bank account. */
const paidStates = new Set([
  '04',
  '05',
  '10',
  '11',
  '31',
  '32',
  '98',
  '99',
  '0A',
  '0B',
  '0C',
  '0M',
  '0N',
  '0W',
  '0Z',
])

/** What was paid of sales. Cancels and claims are debited by units of their own. */
function paymentOf(text: string): readonly PlacelessRow[] {
  const unit = readUnit(text)
  if (!unit) return [unreadable('o valor de uma UR não pôde ser lido')]
  if (!saleEntries.has(unit.entry) || !paidStates.has(unit.status)) return []
  if (unit.paidOn === undefined || unit.net < 0)
    return [unreadable('o pagamento de uma UR não pôde ser lido')]
  const { paidOn: date, net, bankAccount: bankReference } = unit
  return [{ kind: 'payment', date, amount: positive(net), bankReference }]
}

function entryRows(text: string, line: number): readonly PlacelessRow[] {
  const read = readEntry(text)
  if (!read) return [unreadable('um lançamento não pôde ser lido')]
  if (saleEntries.has(read.entry)) return saleRows(read)
  const date = read.bookedOn ?? read.capturedOn
  if (date === undefined) return [unreadable('um lançamento não tem data')]
  const amount = positive(read.gross)
  switch (read.entry) {
    case '06': // Canceled by the merchant. The file has no number of the cancel itself.
      return read.tid === ''
        ? [unreadable('um cancelamento não tem TID')]
        : [
            {
              kind: 'refund',
              providerReference: read.tid,
              refundId: `${read.tid} ${date} ${line}`,
              amount,
              date,
            },
          ]
    case '08':
    case '09':
      if (read.tid === '') return [unreadable('uma disputa não tem TID')]
      return [
        {
          kind: read.entry === '08' ? 'chargeback' : 'chargeback-reversal',
          // The file has no number of the case: the sale stands for it.
          caseId: read.tid,
          providerReference: read.tid,
          amount,
          reason: read.adjustment === '' ? 'disputa' : `ajuste ${read.adjustment}`,
          date,
        },
      ]
    default:
      return [
        {
          kind: 'adjustment',
          type: read.entry,
          amount: read.gross,
          text: [read.adjustment, read.tid].join(' ').trim(),
        },
      ]
  }
}

/** An installment, and with the first one the sale itself. */
function saleRows(read: EdiEntry): readonly PlacelessRow[] {
  const { tid, capturedOn, dueOn, order, nsu, authorizationCode, brand } = read
  const [number, total] = [Math.max(1, read.number), Math.max(1, read.total)]
  if (tid === '' || !capturedOn || !dueOn || number > total)
    return [unreadable('uma venda não tem TID, data ou parcela')]
  if (read.gross < 0 || read.net < 0 || read.sale < 0)
    return [unreadable('uma venda tem valor negativo')]
  if (read.gross - Math.abs(read.fee) !== read.net)
    return [unreadable('o líquido não é o bruto menos a comissão')]
  const installment: PlacelessRow = {
    kind: 'installment',
    providerReference: tid,
    number,
    total,
    gross: positive(read.gross),
    fee: positive(read.fee),
    net: positive(read.net),
    dueOn,
  }
  if (number > 1) return [installment]
  const sale: PlacelessRow = {
    kind: 'sale',
    reference: order === '' ? tid : order,
    providerReference: tid,
    ...(nsu !== '' && { nsu }),
    ...(authorizationCode !== '' && { authorizationCode }),
    ...(brand !== '' && { brand }),
    gross: positive(read.sale),
    installments: total,
    date: capturedOn,
  }
  return [sale, installment]
}
