import { cents } from '../../primitives/money.ts'
import type { PlacelessRow, SettlementRow } from '../ports/settlement-file.ts'
import { maxRows, SettlementFileBroken } from '../statement/broken.ts'
import { recordsOf } from '../statement/fixed-width.ts'
import { unreadable } from '../statement/unreadable.ts'
import { type EdiHeader, readHeader } from './edi-fields.ts'
import { openPayments } from './edi-payments.ts'
import { openSales } from './edi-sales.ts'

type Bytes = AsyncIterable<Uint8Array>

/**
 * The two files of a day as one: EEVC has the sales with their installments, EEFI the payments and
 * what was taken off them. Throws `SettlementFileBroken` at the end of an incomplete one.
 */
export async function* readEdiDay({
  sales,
  payments,
}: {
  readonly sales: Bytes
  readonly payments: Bytes
}): AsyncGenerator<SettlementRow, void, undefined> {
  const sums = { rows: 0, sales: 0, net: 0 }
  const place = (row: PlacelessRow): SettlementRow => {
    sums.rows += 1
    if (row.kind === 'sale') sums.sales += row.gross
    if (row.kind === 'installment') sums.net += row.net
    return { line: sums.rows, ...row }
  }
  const missing = { records: 0, sales: 0, net: 0 }
  let first: EdiHeader | undefined
  for (const [kind, bytes] of [
    ['sales', sales],
    ['payments', payments],
  ] as const) {
    const part = kind === 'sales' ? openSales() : openPayments()
    let records = 0
    let isEnded = false
    for await (const text of recordsOf(bytes, part.isTrailer)) {
      records += 1
      if (records > maxRows) throw new SettlementFileBroken(`more than ${maxRows} records`)
      if (records === 1) {
        const header = readHeader(text)
        const problem = headerProblem(header, kind, first)
        if (problem) yield place(unreadable(problem))
        else if (header && !first) {
          first = header
          yield place(headerRow(header))
        }
      } else if (isEnded) yield place(unreadable('registro depois do fim do arquivo'))
      else {
        for (const row of part.rowsOf(text)) yield place(row)
        isEnded = part.isTrailer(text)
      }
    }
    if (!isEnded) throw new SettlementFileBroken('no trailer')
    const differences = part.differences(records)
    missing.records += differences.records
    missing.sales += differences.sales
    missing.net += differences.net
  }
  // The files count their own records. A difference there is a difference of the whole.
  yield {
    line: sums.rows + 1,
    kind: 'trailer',
    rows: sums.rows + 1 + missing.records,
    sales: cents(sums.sales + missing.sales),
    net: cents(sums.net + missing.net),
  }
}

function headerProblem(
  header: EdiHeader | undefined,
  kind: EdiHeader['kind'],
  first: EdiHeader | undefined,
): string | undefined {
  if (!header) return 'a primeira linha não é o cabeçalho de um EEVC ou EEFI da Rede'
  if (header.kind !== kind)
    return kind === 'sales' ? 'o arquivo não é um EEVC' : 'o arquivo não é um EEFI'
  const isSame =
    !first || (first.establishment === header.establishment && first.madeOn === header.madeOn)
  return isSame ? undefined : 'os dois arquivos do dia são de lojas ou de dias diferentes'
}

/** The files of a day are made on the next one. */
const headerRow = ({ establishment, madeOn, sequence, version }: EdiHeader): PlacelessRow => ({
  kind: 'header',
  merchant: establishment,
  date: Temporal.PlainDate.from(madeOn).subtract({ days: 1 }).toString(),
  sequence,
  layoutVersion: version,
})
