import { cents } from '../../primitives/money.ts'
import type { PlacelessRow, SettlementRow } from '../ports/settlement-file.ts'
import { maxRows, SettlementFileBroken } from '../statement/broken.ts'
import { recordsOf } from '../statement/fixed-width.ts'
import { unreadable } from '../statement/unreadable.ts'
import {
  numberOf,
  type ReturnedTitle,
  type ReturnHeader,
  readFileTrailer,
  readHeader,
  readTitle,
  recordsInBatch,
  recordType,
  segmentOf,
} from './return-fields.ts'
import { moneyOf } from './return-movement.ts'
import { movementOf } from './title-movement.ts'

/** Which rows of a return are wanted. */
export interface ReturnWanted {
  readonly convenio: string
  /** Whether the return is the bank's only report of what happened to a boleto. */
  readonly hasMovements: boolean
}

/**
 * A return of the bank, CNAB 240: the boletos of the agreement that were paid, and with
 * `hasMovements` what happened to each one. Throws `SettlementFileBroken` at the end of an
 * incomplete one.
 */
export async function* readReturn(
  bytes: AsyncIterable<Uint8Array>,
  wanted: ReturnWanted,
): AsyncGenerator<SettlementRow, void, undefined> {
  const counted = openCount()
  let header: ReturnHeader | undefined
  let line = 0
  let sales = 0
  let held: string | undefined // A segment T that waits for its segment U.
  const place = (row: PlacelessRow): SettlementRow => {
    line += 1
    return { line, ...row }
  }
  for await (const record of recordsOf(bytes, isTrailer)) {
    if (line > maxRows) throw new SettlementFileBroken(`more than ${maxRows} rows`)
    const isAfterEnd = counted.isOver()
    counted.add(record)
    if (!header) {
      header = readHeader(record)
      if (!header) return yield place(unreadable('a primeira linha não é de um retorno do banco'))
      yield place(headerRow(header))
      continue
    }
    if (isAfterEnd || !/^[1-59]$/.test(recordType(record))) {
      yield place(unreadable('um registro é desconhecido, ou vem depois do fim do arquivo'))
      continue
    }
    const segment = recordType(record) === '3' ? segmentOf(record) : ''
    if (segment === 'U') {
      for (const row of held === undefined ? [withoutTitle] : rowsOf(held, record, wanted)) {
        if (row.kind === 'sale') sales += row.gross
        yield place(row)
      }
      held = undefined
    } else if (!optionalSegments.has(segment)) {
      if (held !== undefined) yield place(withoutAmounts(held))
      held = segment === 'T' ? record : undefined
    }
  }
  // The file counts its own records. A difference there is a difference of the whole.
  const rows = line + 1 + counted.difference()
  yield place({ kind: 'trailer', rows, sales: cents(sales), net: cents(0) })
}

const isTrailer = (record: string): boolean => recordType(record) === '9'

/** Segments that may stand between a segment T and its U. */
const optionalSegments = new Set(['W', 'Y'])
const withoutTitle = unreadable('um segmento U não tem o seu segmento T')
const withoutAmounts = (t: string): PlacelessRow =>
  unreadable('um segmento T não tem o seu segmento U', referenceOf(t))

/** The boleto of a segment T, for an operator who looks for it. `undefined`: it is unreadable. */
function referenceOf(t: string): string | undefined {
  const number = numberOf(t)
  return number === undefined ? undefined : `000${number}`
}

const headerRow = ({ convenio, date, sequence, version }: ReturnHeader): PlacelessRow => ({
  kind: 'header',
  merchant: convenio,
  date,
  sequence,
  layoutVersion: version,
})

function rowsOf(
  t: string,
  u: string,
  { convenio, hasMovements }: ReturnWanted,
): readonly PlacelessRow[] {
  const title = readTitle(t, u)
  if (!title) return [unreadable('um título não pôde ser lido', referenceOf(t))]
  // An account may have several agreements. The number of a boleto begins with its agreement.
  if (!title.number.startsWith(convenio)) return []
  const movement = hasMovements ? movementOf(title) : undefined
  return [...moneyRows(title), ...(movement ? [movement] : [])]
}

function moneyRows(title: ReturnedTitle): readonly PlacelessRow[] {
  const { movement, paid, happenedOn: date } = title
  const money = moneyOf(movement)
  if (money === 'none') return []
  const reference = `000${title.number}`
  if (!money) return [unreadable(`o movimento ${movement} não é conhecido`, reference)]
  if (paid === 0) return [unreadable('um título pago não tem valor', reference)]
  if (money === 'taken-back')
    return [{ kind: 'adjustment', type: movement, amount: -paid, text: reference }]
  return [
    {
      kind: 'sale',
      reference,
      // The file has no number of the payment itself.
      providerReference: reference,
      gross: cents(paid),
      installments: 1,
      date,
    },
  ]
}

/** Counts the records, to be compared with what the file says of itself. */
function openCount() {
  const seen = { records: 0, batches: 0, inBatch: 0 }
  let difference = 0
  let trailer: ReturnType<typeof readFileTrailer>
  return {
    isOver: () => trailer !== undefined,
    add(record: string): void {
      const type = recordType(record)
      if (type === '1') {
        seen.batches += 1
        seen.inBatch = 0
      }
      seen.records += 1
      seen.inBatch += 1
      if (type === '5') difference += Math.abs((recordsInBatch(record) ?? 0) - seen.inBatch)
      if (type !== '9') return
      trailer ??= readFileTrailer(record)
      if (!trailer) throw new SettlementFileBroken('unreadable trailer')
    },
    /** How many records and batches the file and its batches count otherwise. */
    difference(): number {
      if (!trailer) throw new SettlementFileBroken('no trailer')
      const { records, batches } = trailer
      return difference + Math.abs(records - seen.records) + Math.abs(batches - seen.batches)
    },
  }
}
