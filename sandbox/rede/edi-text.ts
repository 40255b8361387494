import assert from 'node:assert/strict'
import {
  dayMonthYear,
  digits,
  type Fields,
  inLines,
  madeOn,
  record,
} from '../settlement/fixed-width.ts'
import type { Row } from '../settlement/row.ts'

// Rede's daily files: EEVC (sales) and EEFI (payments and debits). Positions count from 1
// (docs/design/providers/rede.md#files).

type RowOf<Kind extends Row['kind']> = Row & { readonly kind: Kind }

/** Which file of which store. Days are `YYYY-MM-DD`. */
export interface EdiFile {
  readonly establishment: string
  /** The day of the contents. The file is made on the day after it. */
  readonly date: string
  readonly sequence: number
}

/** A sale with its installments. Every installment but the first has the same net amount. */
export interface SoldSale {
  readonly sale: RowOf<'sale'>
  readonly parts: readonly RowOf<'installment'>[]
}

/** An installment that was paid, of a sale. */
export interface PaidPart {
  readonly sold: SoldSale
  readonly part: RowOf<'installment'>
}

/** Money that was taken back for a sale. Cents. */
export interface TakenBack {
  readonly kind: 'cancel' | 'claim'
  readonly sale: RowOf<'sale'> | undefined
  /** Rede's number of the request. */
  readonly reference: string
  readonly amount: number
  readonly date: string
}

/** EEVC: the sales of a day. */
export function salesText(file: EdiFile, sold: Iterable<SoldSale>): string {
  const lots = numbered(Map.groupBy(sold, lotOf).values())
  const all = lots.flatMap(({ own }) => own)
  const lines = [
    salesHeader(file),
    establishmentHeader('004', file),
    ...lots.flatMap((lot) => lotRecords(file, lot)),
  ]
  const sums = {
    gross: sum(all, ({ sale }) => sale.gross),
    split: sum(all, ({ sale }) => (sale.installments > 1 ? sale.gross : 0)),
    fee: sum(all, feeOf),
    net: sum(all, netOf),
  }
  const totals = (at: number): Fields => [
    [at, cents(sums.gross)],
    [at + 15, digits(0, 6)],
    [at + 21, cents(0)],
    [at + 36, cents(sums.gross - sums.split)],
    [at + 51, cents(sums.split)],
    [at + 66, cents(0)],
    [at + 81, cents(0)],
    [at + 96, cents(sums.fee)],
    [at + 111, cents(sums.net)],
    [at + 126, cents(0)],
    [at + 141, cents(0)],
    [at + 156, digits(all.length, 6)],
  ]
  lines.push(record(174, [[1, '026'], place(4, file), ...totals(13)]))
  lines.push(
    record(184, [
      [1, '028'],
      [4, digits(1, 4)],
      [8, digits(lines.length + 1, 6)],
      place(14, file),
      ...totals(23),
    ]),
  )
  return inLines(lines)
}

/** EEFI: what was paid on a day, and what was taken back. */
export function paymentsText(
  file: EdiFile,
  {
    paid,
    takenBack,
  }: { readonly paid: Iterable<PaidPart>; readonly takenBack: Iterable<TakenBack> },
): string {
  const credits = [...Map.groupBy(paid, ({ sold, part }) => `${lotOf(sold)} ${part.number}`)]
  const debits = [...takenBack]
  const lines = [
    paymentsHeader(file),
    establishmentHeader('032', file),
    ...credits.map(([, own], index) => credit(file, own, index)),
    ...debits.map((each) => debit(file, each)),
    ...debits.flatMap((each) => (each.sale ? [onlineDebit(file, each.sale)] : [])),
  ]
  const counts = [credits.length, 0, 0, debits.length]
  const amounts = [
    sum(
      credits.flatMap(([, own]) => own),
      ({ part }) => part.net,
    ),
    0,
    0,
    sum(debits, ({ amount }) => amount),
  ]
  /** A count and an amount of payments, of advances, of credits and of debits. */
  const totals = (at: readonly number[], widths: readonly number[]): Fields =>
    counts.flatMap((count, index) => [
      [at[2 * index] ?? 0, digits(count, widths[index] ?? 0)] as const,
      [at[2 * index + 1] ?? 0, cents(amounts[index] ?? 0)] as const,
    ])
  lines.push(
    record(94, [
      [1, '050'],
      place(4, file),
      ...totals([13, 19, 34, 40, 55, 59, 74, 80], [6, 6, 4, 6]),
    ]),
  )
  lines.push(
    record(100, [
      [1, '052'],
      [4, digits(1, 4)],
      [8, digits(lines.length + 1, 6)],
      place(14, file),
      ...totals([23, 27, 42, 48, 63, 67, 82, 86], [4, 6, 4, 4]),
    ]),
  )
  return inLines(lines)
}

const salesHeader = (file: EdiFile): string =>
  record(1024, [
    [1, '002'],
    [4, dayMonthYear(madeOn(file.date))],
    [12, 'REDECARD'],
    [20, 'EXTRATO ELETRONICO DE VENDAS'],
    [50, merchantName],
    [72, digits(file.sequence, 6)],
    place(78, file),
    [87, 'DIARIO'],
    [102, 'V2.03'],
  ])

const paymentsHeader = (file: EdiFile): string =>
  record(125, [
    [1, '030'],
    [4, dayMonthYear(madeOn(file.date))],
    [12, 'REDECARD'],
    [20, 'EXTRATO DE MOVIMENTACAO FINANCEIRA'],
    [54, merchantName],
    [76, digits(file.sequence, 6)],
    place(82, file),
    [91, 'DIARIO'],
    [106, 'V2.03'],
  ])

const establishmentHeader = (type: string, file: EdiFile): string =>
  record(34, [[1, type], place(4, file), [13, merchantName]])

/** A summary, its sales, what the API adds to them, and its installments. */
function lotRecords(file: EdiFile, { number, own }: Lot): readonly string[] {
  const [first] = own
  assert(first)
  const isSplit = first.sale.installments > 1
  const head = (type: string, { sale }: SoldSale): Fields => [
    [1, type],
    place(4, file),
    [13, number],
    [22, dayMonthYear(sale.date)],
  ]
  const summary = record(137, [
    [1, isSplit ? '010' : '006'],
    place(4, file),
    [13, number],
    ...bankAccount(22, 5),
    [41, dayMonthYear(first.sale.date)],
    [49, digits(own.length, 5)],
    [54, cents(sum(own, ({ sale }) => sale.gross))],
    [69, cents(0)],
    [84, cents(0)],
    [99, cents(sum(own, feeOf))],
    [114, cents(sum(own, netOf))],
    [129, dayMonthYear(first.parts[0]?.dueOn ?? first.sale.date)],
    [137, brandCode(first.sale)],
  ])
  const slips = own.map((each) =>
    isSplit ? splitSlip(head('012', each), each) : slip(head('008', each), each),
  )
  const online = own.map((each) => onlineSale(head(isSplit ? '035' : '034', each), each.sale))
  const dues = isSplit
    ? first.parts.map((part, index) => due(file, { number, own, part, index }))
    : []
  return [summary, ...slips, ...online, ...dues]
}

const slip = (head: Fields, sold: SoldSale): string =>
  record(230, [
    ...head,
    [30, digits(0, 8)],
    [38, cents(sold.sale.gross)],
    [53, cents(0)],
    [84, accepted],
    [87, digits(nsuOf(sold.sale), 12)],
    [112, cents(feeOf(sold))],
    [127, sold.sale.authorizationCode ?? ''],
    [133, digits(0, 6)],
    [203, byInternet],
    [204, cents(netOf(sold))],
    [227, 'BRA'],
    [230, brandCode(sold.sale)],
  ])

const splitSlip = (head: Fields, sold: SoldSale): string =>
  record(262, [
    ...head,
    [30, digits(0, 8)],
    [38, cents(sold.sale.gross)],
    [53, cents(0)],
    [84, accepted],
    [87, digits(sold.sale.installments, 2)],
    [89, digits(nsuOf(sold.sale), 12)],
    [114, cents(feeOf(sold))],
    [129, sold.sale.authorizationCode ?? ''],
    [135, digits(0, 6)],
    [205, byInternet],
    [206, cents(netOf(sold))],
    [221, cents(netOfFirst(sold))],
    [236, cents(netOfOthers(sold))],
    [259, 'BRA'],
    [262, brandCode(sold.sale)],
  ])

const onlineSale = (head: Fields, sale: RowOf<'sale'>): string =>
  record(128, [
    ...head,
    [30, cents(sale.gross)],
    [61, digits(nsuOf(sale), 12)],
    [73, sale.authorizationCode ?? ''],
    [79, sale.providerReference.slice(0, 20)],
    [99, sale.reference.slice(0, 30)],
  ])

/** An installment of all sales of a summary. */
function due(
  file: EdiFile,
  {
    number,
    own,
    part,
    index,
  }: {
    readonly number: string
    readonly own: readonly SoldSale[]
    readonly part: RowOf<'installment'>
    readonly index: number
  },
): string {
  const of = (read: (each: RowOf<'installment'>) => number) =>
    sum(own, ({ parts }) => (parts[index] ? read(parts[index]) : 0))
  return record(1024, [
    [1, '014'],
    place(4, file),
    [13, number],
    [22, dayMonthYear(own[0]?.sale.date ?? '')],
    [38, digits(part.number, 2)],
    [40, cents(of(({ gross }) => gross))],
    [55, cents(of(({ fee }) => fee))],
    [70, cents(of(({ net }) => net))],
    [85, dayMonthYear(part.dueOn)],
  ])
}

function credit(file: EdiFile, own: readonly PaidPart[], index: number): string {
  const [first] = own
  assert(first)
  const { sold, part } = first
  return record(140, [
    [1, '034'],
    place(4, file),
    [13, digits(index + 1, 11)],
    [24, dayMonthYear(file.date)],
    [32, cents(sum(own, (each) => each.part.net))],
    [47, 'C'],
    ...bankAccount(48, 6),
    [68, dayMonthYear(file.date)],
    [76, summaryNumber(sold.sale)],
    [85, dayMonthYear(sold.sale.date)],
    [93, brandCode(sold.sale)],
    [94, part.total > 1 ? '2' : '1'],
    [95, cents(sum(own, (each) => each.part.gross))],
    [110, cents(sum(own, (each) => each.part.fee))],
    [125, `${digits(part.number, 2)}/${digits(part.total, 2)}`],
    [130, settled],
    place(132, file),
  ])
}

function debit(file: EdiFile, { kind, sale, reference, amount, date }: TakenBack): string {
  const isClaim = kind === 'claim'
  const summary = sale ? summaryNumber(sale) : digits(0, 9)
  return record(300, [
    [1, '035'],
    place(4, file),
    [13, summary],
    [22, dayMonthYear(date)],
    [30, cents(amount)],
    [45, 'D'],
    [46, isClaim ? '16' : '18'],
    [48, isClaim ? 'CHARGEBACK' : 'CANCELAMENTO DE VENDA'],
    [92, dayMonthYear(sale?.date ?? date)],
    [100, summary],
    [109, reference.slice(0, 15)],
    [124, dayMonthYear(date)],
    [132, date.slice(5, 7) + date.slice(0, 4)],
    place(138, file),
    [147, dayMonthYear(sale?.date ?? date)],
    [155, cents(sale?.gross ?? amount)],
    [170, 'N'],
    [171, dayMonthYear(date)],
    ...[179, 194, 209].map((at) => [at, cents(0)] as const),
    [224, cents(amount)],
    [239, digits(sale ? nsuOf(sale) : 0, 12)],
    [251, sale?.authorizationCode ?? ''],
    [257, 'T'],
    [258, digits(0, 11)],
    [269, cents(amount)],
    [284, cents(0)],
    [299, brandCode(sale)],
    [300, brandCode(sale)],
  ])
}

const onlineDebit = (file: EdiFile, sale: RowOf<'sale'>): string =>
  record(128, [
    [1, '053'],
    [20, dayMonthYear(sale.date)],
    [28, summaryNumber(sale)],
    place(37, file),
    [46, cents(sale.gross)],
    [61, digits(nsuOf(sale), 12)],
    [73, sale.authorizationCode ?? ''],
    [79, sale.providerReference.slice(0, 20)],
    [99, sale.reference.slice(0, 30)],
  ])

/** Status of a sale: accepted. Its capture: by internet. Status of a payment: settled. */
const [accepted, byInternet, settled] = ['000', '5', '06']

const merchantName = 'LOJA DE EXEMPLO'

/** Sales that are paid together, under one number of Rede. */
interface Lot {
  readonly number: string
  readonly own: readonly SoldSale[]
}

/** Of one day, one network, and with the same days of payment. */
const lotOf = ({ sale, parts }: SoldSale): string =>
  [summaryNumber(sale), ...parts.map(({ number, dueOn }) => `${number}:${dueOn}`)].join(' ')

/** The usual number of each lot. Another one with the same number has a higher last digit. */
function numbered(lots: Iterable<readonly SoldSale[]>): readonly Lot[] {
  const used = new Map<string, number>()
  return [...lots].map((own) => {
    const [first] = own
    assert(first)
    const usual = summaryNumber(first.sale)
    const variant = used.get(usual) ?? 0
    used.set(usual, variant + 1)
    return { number: usual.slice(0, -1) + digits(variant, 1), own }
  })
}

/** Nine digits: the day, the network, the number of installments, and 0. */
function summaryNumber({ date, brand = '', installments }: RowOf<'sale'>): string {
  const day = Temporal.PlainDate.from('2020-01-01').until(date, { largestUnit: 'days' }).days
  const network = [...brandCodes.keys()].indexOf(brand.toLowerCase()) + 1
  return digits(day, 5) + digits(network, 1) + digits(installments, 2) + digits(0, 1)
}

const netOfFirst = ({ parts }: SoldSale): number =>
  parts.find(({ number }) => number === 1)?.net ?? 0
const netOfOthers = ({ parts }: SoldSale): number =>
  parts.find(({ number }) => number > 1)?.net ?? 0
const netOf = (sold: SoldSale): number =>
  netOfFirst(sold) + (sold.sale.installments - 1) * netOfOthers(sold)
const feeOf = (sold: SoldSale): number => sold.sale.gross - netOf(sold)

const nsuOf = ({ nsu = '0' }: RowOf<'sale'>): number => Number(nsu)

const brandCode = (sale: RowOf<'sale'> | undefined): string =>
  brandCodes.get(sale?.brand?.toLowerCase() ?? '') ?? '0'

const place = (at: number, { establishment }: EdiFile) =>
  [at, establishment.padStart(9, '0')] as const

const bankAccount = (at: number, agencyDigits: 5 | 6): Fields => [
  [at, '341'],
  [at + 3, digits(452, agencyDigits)],
  [at + 3 + agencyDigits, digits(123_873, 11)],
]

const sum = <Item>(items: Iterable<Item>, of: (item: Item) => number): number => {
  let total = 0
  for (const item of items) total += of(item)
  return total
}

const cents = (amount: number): string => digits(amount, 15)

const brandCodes: ReadonlyMap<string, string> = new Map([
  ['mastercard', '1'],
  ['diners', '2'],
  ['visa', '3'],
  ['hipercard', '5'],
  ['elo', 'E'],
  ['jcb', 'J'],
  ['amex', 'X'],
])
