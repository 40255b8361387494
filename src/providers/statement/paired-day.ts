import { cents } from '../../primitives/money.ts'
import type { PlacelessRow, SettlementRow } from '../ports/settlement-file.ts'
import { maxRows, SettlementFileBroken } from './broken.ts'
import { recordsOf } from './fixed-width.ts'
import type { FilePlace } from './paired-files.ts'
import { unreadable } from './unreadable.ts'

/** The first record of one of the two files of a day. */
export interface PairedHeader {
  /** `undefined`: a file of another kind. */
  readonly kind: FilePlace['kind'] | undefined
  readonly establishment: string
  /** The day of its contents, `YYYY-MM-DD`. */
  readonly date: string
  readonly sequence: number
  readonly version: string
}

/** The records of one file after its header. */
export interface FilePart {
  isTrailer(record: string): boolean
  /** `line`: the number of its first row. */
  rowsOf(record: string, line: number): Iterable<PlacelessRow>
  /** `records`: of the whole file. Called after its trailer. */
  differences(records: number): Differences
}

/**
 * How much what a file reports of itself differs from what was found in it. Amounts in cents,
 * without a sign: two differences never make none.
 */
export interface Differences {
  readonly records: number
  readonly sales: number
  readonly net: number
}

/** What an acquirer calls its two files, and how they are read. */
export interface PairedLayout {
  readonly names: Readonly<Record<FilePlace['kind'], string>>
  /** The sentence for a first record that is no header of this layout. */
  readonly noHeader: string
  readHeader(record: string): PairedHeader | undefined
  openPart(kind: FilePlace['kind']): FilePart
}

type Bytes = AsyncIterable<Uint8Array>

/**
 * The two files of a day as one. Throws `SettlementFileBroken` at the end of an incomplete one. The
 * files count their own records: a difference there is a difference of the whole.
 */
export async function* readPairedDay(
  bytes: Readonly<Record<FilePlace['kind'], Bytes>>,
  layout: PairedLayout,
): AsyncGenerator<SettlementRow, void, undefined> {
  const sums = { rows: 0, sales: 0, net: 0 }
  const place = (row: PlacelessRow): SettlementRow => {
    sums.rows += 1
    if (row.kind === 'sale') sums.sales += row.gross
    if (row.kind === 'installment') sums.net += row.net
    return { line: sums.rows, ...row }
  }
  const missing = { records: 0, sales: 0, net: 0 }
  let first: PairedHeader | undefined
  for (const kind of ['sales', 'payments'] as const) {
    const part = layout.openPart(kind)
    let records = 0
    let isEnded = false
    for await (const record of recordsOf(bytes[kind], part.isTrailer)) {
      records += 1
      if (records > maxRows) throw new SettlementFileBroken(`more than ${maxRows} records`)
      if (records === 1) {
        const header = layout.readHeader(record)
        const problem = headerProblem(header, { kind, first, layout })
        if (problem) yield place(unreadable(problem))
        else if (header && !first) {
          first = header
          yield place(headerRow(header))
        }
      } else if (isEnded) yield place(unreadable('registro depois do fim do arquivo'))
      else {
        for (const row of part.rowsOf(record, sums.rows + 1)) yield place(row)
        isEnded = part.isTrailer(record)
      }
    }
    if (!isEnded) throw new SettlementFileBroken('no trailer')
    const differences = part.differences(records)
    missing.records += differences.records
    missing.sales += differences.sales
    missing.net += differences.net
  }
  yield {
    line: sums.rows + 1,
    kind: 'trailer',
    rows: sums.rows + 1 + missing.records,
    sales: cents(sums.sales + missing.sales),
    net: cents(sums.net + missing.net),
  }
}

function headerProblem(
  header: PairedHeader | undefined,
  {
    kind,
    first,
    layout,
  }: {
    readonly kind: FilePlace['kind']
    readonly first: PairedHeader | undefined
    readonly layout: PairedLayout
  },
): string | undefined {
  if (!header) return layout.noHeader
  if (header.kind !== kind) return `o arquivo não é um ${layout.names[kind]}`
  const isSame =
    !first || (first.establishment === header.establishment && first.date === header.date)
  return isSame ? undefined : 'os dois arquivos do dia são de lojas ou de dias diferentes'
}

const headerRow = ({ establishment, date, sequence, version }: PairedHeader): PlacelessRow => ({
  kind: 'header',
  merchant: establishment,
  date,
  sequence,
  layoutVersion: version,
})
