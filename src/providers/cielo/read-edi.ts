import { cents } from '../../primitives/money.ts'
import type { PlacelessRow, SettlementRow } from '../ports/settlement-file.ts'
import { maxRows, SettlementFileBroken } from '../statement/broken.ts'
import { recordsOf } from '../statement/fixed-width.ts'
import { unreadable } from '../statement/unreadable.ts'
import {
  type EdiEntry,
  type EdiHeader,
  type EdiTrailer,
  grossOfUnit,
  positive,
  readEntry,
  readHeader,
  readTrailer,
  readUnit,
} from './edi-fields.ts'

type Bytes = AsyncIterable<Uint8Array>

/**
 * The two files of a day as one: CIELO03 has the sales with their installments, cancels and claims,
 * CIELO04 the payments. Throws `SettlementFileBroken` at the end of an incomplete one.
 */
export async function* readEdiDay({
  sales,
  payments,
}: {
  readonly sales: Bytes
  readonly payments: Bytes
}): AsyncGenerator<SettlementRow, void, undefined> {
  let line = 0
  const place = (row: PlacelessRow): SettlementRow => {
    line += 1
    return { line, ...row }
  }
  const sums = { sales: 0, net: 0 }
  const differences = { records: 0, net: 0 }
  let first: EdiHeader | undefined
  for (const [option, bytes] of [
    ['03', sales],
    ['04', payments],
  ] as const) {
    const tally = openTally()
    let trailer: EdiTrailer | undefined
    for await (const text of recordsOf(bytes, isTrailer)) {
      if (line > maxRows) throw new SettlementFileBroken(`more than ${maxRows} rows`)
      if (tally.lines() === 0) {
        const header = readHeader(text)
        tally.add(text)
        const problem = headerProblem(header, option, first)
        if (problem) yield place(unreadable(problem))
        else if (header && !first) {
          first = header
          yield place(headerRow(header))
        }
        continue
      }
      tally.add(text)
      if (trailer) yield place(unreadable('registro depois do fim do arquivo'))
      else if (isTrailer(text)) {
        trailer = readTrailer(text)
        if (!trailer) throw new SettlementFileBroken('unreadable trailer')
      } else
        for (const row of rowsOf(text, option, line + 1)) {
          if (row.kind === 'sale') sums.sales += row.gross
          if (row.kind === 'installment') sums.net += row.net
          yield place(row)
        }
    }
    if (!trailer) throw new SettlementFileBroken('no trailer')
    differences.records += trailer.records - tally.records()
    differences.net += trailer.net - tally.net() + (trailer.gross - tally.gross())
    differences.records += trailer.entries - tally.entries()
  }
  // The files count their own records. A difference there is a difference of the whole.
  yield place({
    kind: 'trailer',
    rows: Math.max(0, line + 1 + differences.records),
    sales: cents(sums.sales),
    net: cents(Math.max(0, sums.net + differences.net)),
  })
}

const isTrailer = (text: string): boolean => text[0] === '9'

function headerProblem(
  header: EdiHeader | undefined,
  option: string,
  first: EdiHeader | undefined,
): string | undefined {
  if (!header) return 'a primeira linha não é o cabeçalho do EDI versão 15'
  if (header.option !== option) return `o arquivo é CIELO${header.option}, e não CIELO${option}`
  const isSame =
    !first || (first.establishment === header.establishment && first.date === header.date)
  return isSame ? undefined : 'os dois arquivos do dia são de lojas ou de dias diferentes'
}

const headerRow = ({ establishment, date, sequence, version }: EdiHeader): PlacelessRow => ({
  kind: 'header',
  merchant: establishment,
  date,
  sequence,
  layoutVersion: version,
})

function rowsOf(text: string, option: '03' | '04', line: number): readonly PlacelessRow[] {
  switch (text[0]) {
    case 'D':
      return option === '04' ? paymentOf(text) : []
    case 'E':
      return option === '03' ? entryRows(text, line) : []
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
      if (read.tid === '') return [unreadable('uma contestação não tem TID')]
      return [
        {
          kind: read.entry === '08' ? 'chargeback' : 'chargeback-reversal',
          // The file has no number of the case: the sale stands for it.
          caseId: read.tid,
          providerReference: read.tid,
          amount,
          reason: read.adjustment === '' ? 'contestação' : `ajuste ${read.adjustment}`,
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

/** What a file has, to be compared with its trailer. */
function openTally() {
  const sums = { lines: 0, records: 0, entries: 0, net: 0, gross: 0 }
  return {
    add(text: string): void {
      sums.lines += 1
      if (sums.lines === 1 || isTrailer(text)) return
      sums.records += 1
      if (text[0] === 'E') sums.entries += 1
      if (text[0] !== 'D') return
      sums.net += readUnit(text)?.net ?? 0
      sums.gross += grossOfUnit(text) ?? 0
    },
    lines: () => sums.lines,
    records: () => sums.records,
    entries: () => sums.entries,
    net: () => sums.net,
    gross: () => sums.gross,
  }
}
