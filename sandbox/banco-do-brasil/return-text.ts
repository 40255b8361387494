import { localDate } from '../../src/brazil/local-time.ts'
import { beneficiary } from '../kit/boleto-bill.ts'
import { type Agreement, agreement } from './identity-store.ts'
import type { ListedTitle } from './render.ts'

// The bank's return in CNAB 240: one batch of titles, each a segment T and a segment U. Positions
// count from 1, and both ends belong to the field.

/** Which file. Days are `YYYY-MM-DD`. */
export interface ReturnFile {
  /** Left out: that of the API. */
  readonly agreement?: Agreement
  /** The day of the contents. The file is made on the day after it. */
  readonly date: string
  readonly sequence: number
}

export const madeOn = (date: string): string =>
  Temporal.PlainDate.from(date).add({ days: 1 }).toString()

export function returnText(
  { agreement: of = agreement, ...rest }: ReturnFile,
  titles: Iterable<ListedTitle>,
): string {
  const file = { ...rest, agreement: of }
  const details = [...titles].flatMap((title, index) => [
    segmentT(title, 2 * index + 1),
    segmentU(title, 2 * index + 2),
  ])
  const records = [
    fileHeader(file),
    batchHeader(file),
    ...details,
    record([
      [1, '00100015'],
      [18, number(details.length + 2, 6)],
    ]),
    record([
      [1, '00199999'],
      [18, number(1, 6)],
      [24, number(details.length + 4, 6)],
      [30, number(0, 6)],
    ]),
  ]
  return records.map((each) => `${each}\r\n`).join('')
}

/** Convênio, product, carteira and variation; then branch and account with their digits. */
const agreementAt = (at: number, of: Agreement): readonly Field[] => [
  [at, number(of.convenio, 9)],
  [at + 9, '0014'],
  [at + 13, of.carteira],
  [at + 15, number(of.variacaoCarteira, 3)],
  ...accountAt(at + 20),
]

const accountAt = (at: number): readonly Field[] => [
  [at, number(agreement.agency, 5)],
  [at + 5, '7'],
  [at + 6, number(agreement.account, 12)],
  [at + 18, '5'],
]

const fileHeader = ({ date, sequence, agreement: of }: Required<ReturnFile>): string =>
  record([
    [1, '00100000'],
    [18, '2'],
    [19, number(beneficiary.document, 14)],
    ...agreementAt(33, of),
    [73, capitals(beneficiary.name, 30)],
    [103, 'BANCO DO BRASIL S.A.'],
    [143, '2'],
    [144, dayMonthYear(madeOn(date))],
    [152, '040000'],
    [158, number(sequence, 6)],
    [164, '084'],
    [167, '00000'],
  ])

const batchHeader = ({ date, sequence, agreement: of }: Required<ReturnFile>): string =>
  record([
    [1, '00100011T01'],
    [14, '043'],
    [18, '2'],
    [19, number(beneficiary.document, 15)],
    ...agreementAt(34, of),
    [74, capitals(beneficiary.name, 30)],
    [184, number(sequence, 8)],
    [192, dayMonthYear(madeOn(date))],
    [200, '00000000'],
  ])

/** What happened, and why: settled by the clearing, written off, or sent to the notary. */
function movementOf({ movement, paid, writtenOffBy }: ListedTitle): {
  readonly movement: string
  readonly reason: string
} {
  if (movement) return { movement: movement.code, reason: movement.reason }
  if (paid !== undefined) return { movement: '06', reason: '04' }
  if (writtenOffBy) return { movement: '09', reason: writtenOffBy === 'bank' ? '13' : '11' }
  return { movement: '23', reason: '' }
}

function segmentT(title: ListedTitle, place: number): string {
  const { movement, reason } = movementOf(title)
  const { document, name } = title.payer
  return record([
    [1, '00100013'],
    [9, number(place, 5)],
    [14, 'T'],
    [16, movement],
    ...accountAt(18),
    [38, title.ourNumber.slice(3)],
    [58, '7'],
    [59, title.documentNumber.slice(0, 15)],
    [74, dayMonthYear(title.dueDate.toString())],
    [82, number(title.amount, 15)],
    [97, '001'],
    [100, number(agreement.agency, 5)],
    [105, '7'],
    [131, '09'],
    [133, document.length === 11 ? '1' : '2'],
    [134, number(document, 15)],
    [149, capitals(name, 40)],
    [189, number(0, 10)],
    [199, number(0, 15)],
    [214, reason],
  ])
}

function segmentU(title: ListedTitle, place: number): string {
  const paid = title.paid ?? 0
  const day = dayMonthYear(localDate(title.movedAt).toString())
  return record([
    [1, '00100013'],
    [9, number(place, 5)],
    [14, 'U'],
    [16, movementOf(title).movement],
    // Additions, discount, rebate and IOF.
    ...([18, 33, 48, 63] as const).map((at): Field => [at, number(0, 15)]),
    [78, number(paid, 15)],
    [93, number(paid, 15)],
    [108, number(0, 15)],
    [123, number(0, 15)],
    [138, day],
    [146, paid > 0 ? day : '00000000'],
    [158, '00000000'],
    [166, number(0, 15)],
    [211, number(0, 3)],
    [214, number(0, 20)],
  ])
}

type Field = readonly [at: number, text: string]

/** A record of spaces with the fields at their positions. */
function record(fields: readonly Field[]): string {
  let text = ''
  for (const [at, value] of fields) text = text.padEnd(at - 1) + value
  return text.padEnd(240)
}

const number = (value: number | string, width: number): string => String(value).padStart(width, '0')

const capitals = (text: string, width: number): string =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .toUpperCase()
    .slice(0, width)

const dayMonthYear = (date: string): string => date.split('-').reverse().join('')
