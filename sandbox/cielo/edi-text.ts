import { dayMonthYear, inLines, madeOn, record } from '../settlement/fixed-width.ts'
import type { Row } from '../settlement/row.ts'

// Cielo's EDI, version 15: the files CIELO03 (captured sales and forecast) and CIELO04 (payments).
// Positions count from 1, and both ends belong to the field.

type RowOf<Kind extends Row['kind']> = Row & { readonly kind: Kind }

/** Which file of which store. Days are `YYYY-MM-DD`. */
export interface EdiFile {
  readonly establishment: string
  /** The day of the contents. The file is made on the day after it. */
  readonly date: string
  readonly sequence: number
}

/** An installment that was paid: the sale that it belongs to, and its amounts. */
export interface PaidPart {
  readonly sale: RowOf<'sale'>
  readonly part: RowOf<'installment'>
}

/** Sales of the day with their installments, cancels and claims. Payments are left out. */
export function salesText(file: EdiFile, rows: Iterable<Row>): string {
  const sales = new Map<string, RowOf<'sale'>>()
  const entries: Entry[] = []
  for (const row of rows) {
    if (row.kind === 'sale') sales.set(row.providerReference, row)
    else if (row.kind === 'installment') {
      const sale = sales.get(row.providerReference)
      if (sale) entries.push(entryOfPart({ sale, part: row }))
    } else if (row.kind === 'refund') entries.push(debit('06', row, file.date))
    else if (row.kind === 'chargeback') entries.push(debit('08', row, file.date))
    else if (row.kind === 'chargeback-reversal') entries.push(credit(row, file.date))
  }
  return text(file, '03', entries, scheduled)
}

/** The installments that were paid on the day. */
export const paymentsText = (file: EdiFile, parts: Iterable<PaidPart>): string =>
  text(file, '04', [...parts].map(entryOfPart), paid)

/** An entry of the file, and what decides which unit it belongs to. Amounts in cents. */
interface Entry {
  readonly type: string
  readonly brand: string
  readonly dueOn: string
  readonly bookedOn: string
  readonly capturedOn: string
  readonly number: number
  readonly total: number
  readonly tid: string
  readonly order: string
  readonly nsu: string
  readonly authorizationCode: string
  readonly sale: number
  readonly gross: number
  readonly fee: number
  readonly net: number
}

/** Status of a unit: agreed for later, or paid. */
const [scheduled, paid] = ['00', '04']

const entryOfPart = ({ sale, part }: PaidPart): Entry => ({
  type: part.total === 1 ? '02' : '03',
  brand: brandCodes.get(sale.brand ?? '') ?? '000',
  dueOn: part.dueOn,
  bookedOn: sale.date,
  capturedOn: sale.date,
  // A sale at once has no installments.
  number: part.total === 1 ? 0 : part.number,
  total: part.total === 1 ? 0 : part.total,
  tid: sale.providerReference,
  order: sale.reference.slice(0, 20),
  nsu: sale.nsu ?? '',
  authorizationCode: sale.authorizationCode ?? '',
  sale: sale.gross,
  gross: part.gross,
  fee: part.fee,
  net: part.net,
})

type Moved = RowOf<'refund'> | RowOf<'chargeback' | 'chargeback-reversal'>

const moved = (type: string, { providerReference, amount }: Moved, date: string): Entry => ({
  ...{ type, brand: '000', dueOn: date, bookedOn: date, capturedOn: date, number: 0, total: 0 },
  ...{ tid: providerReference, order: '', nsu: '', authorizationCode: '' },
  ...{ sale: amount, gross: amount, fee: 0, net: amount },
})

function debit(type: string, row: Moved, date: string): Entry {
  const entry = moved(type, row, date)
  return { ...entry, gross: -entry.gross, net: -entry.net }
}

const credit = (row: Moved, date: string): Entry => moved('09', row, date)

function text(file: EdiFile, option: string, entries: readonly Entry[], status: string): string {
  const units = Map.groupBy(entries, ({ type, brand, dueOn }) => `${dueOn} ${brand} ${type}`)
  const lines = [header(file, option)]
  const sums = { records: 0, net: 0, gross: 0 }
  for (const [key, own] of units) {
    const sum = (of: (entry: Entry) => number) => own.reduce((all, each) => all + of(each), 0)
    const [gross, fee, net] = [sum((e) => e.gross), sum((e) => e.fee), sum((e) => e.net)]
    lines.push(unit(file, { key, status, gross, fee, net, entries: own }))
    lines.push(...own.map((each) => entry(file, key, each)))
    sums.records += 1 + own.length
    sums.net += net
    sums.gross += gross
  }
  lines.push(trailer(sums, entries.length))
  return inLines(lines)
}

const header = ({ establishment, date, sequence }: EdiFile, option: string): string =>
  record(73, [
    [1, '0'],
    [2, establishment.padStart(10, '0')],
    [12, digits(madeOn(date))],
    [20, digits(date)],
    [28, digits(date)],
    [36, String(sequence).padStart(7, '0')],
    [43, 'CIELO'],
    [48, option],
    [50, 'I'],
    [71, '015'],
  ])

function unit(
  { establishment }: EdiFile,
  {
    key,
    status,
    gross,
    fee,
    net,
    entries,
  }: {
    readonly key: string
    readonly status: string
    readonly gross: number
    readonly fee: number
    readonly net: number
    readonly entries: readonly Entry[]
  },
): string {
  const [first] = entries
  const due = dayMonthYear(first?.dueOn ?? '')
  return record(319, [
    [1, 'D'],
    [2, establishment.padStart(10, '0')],
    ...([12, 26, 40] as const).map((at) => [at, holder] as const),
    [54, first?.brand ?? '000'],
    [57, '002'],
    [60, establishment.padStart(10, '0')],
    [70, status],
    [72, signed(gross)],
    [86, `-${String(fee).padStart(13, '0')}`],
    [100, signed(net)],
    [114, '0001'],
    [118, '00452'],
    [123, '123873'.padStart(20, '0')],
    [143, '5'],
    [144, String(entries.length).padStart(6, '0')],
    [150, first?.type ?? ''],
    [152, key.padEnd(100)],
    [268, due],
    [276, due],
    [284, due],
  ])
}

const entry = ({ establishment }: EdiFile, key: string, each: Entry): string =>
  record(708, [
    [1, 'E'],
    [2, establishment.padStart(10, '0')],
    [12, each.brand],
    [15, '002'],
    [18, String(each.number).padStart(2, '0')],
    [20, String(each.total).padStart(2, '0')],
    [22, each.authorizationCode.padEnd(6)],
    [28, each.type],
    [30, key.padEnd(100)],
    [176, each.nsu.padStart(6, '0')],
    [192, each.tid.padEnd(20)],
    [212, each.order.padEnd(20)],
    [232, '00000'],
    [247, signed(each.sale)],
    [261, signed(each.gross)],
    [275, signed(each.net)],
    [289, `-${String(each.fee).padStart(13, '0')}`],
    [479, holder],
    [493, each.brand],
    [541, '007'],
    [566, dayMonthYear(each.capturedOn)],
    [574, dayMonthYear(each.capturedOn)],
    [582, dayMonthYear(each.bookedOn)],
    [590, dayMonthYear(each.bookedOn)],
    [630, dayMonthYear(each.dueOn)],
    [638, establishment.padStart(10, '0')],
    [707, '01'],
  ])

const trailer = (
  sums: { readonly records: number; readonly net: number; readonly gross: number },
  entries: number,
): string =>
  record(95, [
    [1, '9'],
    [2, String(sums.records).padStart(11, '0')],
    [13, signed(sums.net, 17)],
    [31, String(entries).padStart(11, '0')],
    [42, signed(sums.gross, 17)],
    [60, signed(0, 17)],
    [78, signed(0, 17)],
  ])

const holder = '11222333000181'

const signed = (amount: number, width = 13): string =>
  `${amount < 0 ? '-' : '+'}${String(Math.abs(amount)).padStart(width, '0')}`

const digits = (date: string): string => date.replaceAll('-', '')
const brandCodes: ReadonlyMap<string, string> = new Map([
  ['Visa', '001'],
  ['Master', '002'],
  ['Amex', '003'],
  ['Elo', '007'],
  ['Diners', '009'],
  ['Hipercard', '040'],
  ['JCB', '060'],
])
