import { addBusinessDays, nextBusinessDay } from '../../../src/brazil/bank-calendar.ts'
import { readDocument } from '../../../src/brazil/document.ts'
import { isState } from '../../../src/brazil/states.ts'
import { type Cents, cents } from '../../../src/primitives/money.ts'
import { fileAgreement } from '../identity-store.ts'

// How the bank reads a remittance. It shares nothing with the gateway's writer. A field is cut out
// by its first position, from 0, and its length.

interface Remittance {
  readonly sequence: number
  readonly entries: readonly Entry[]
}

/** An instruction about one boleto. */
export interface Entry {
  readonly code: string
  readonly number: string
  readonly amount: Cents
  readonly dueDate: Temporal.PlainDate | undefined
  readonly documentNumber: string
  readonly protestOn: Temporal.PlainDate | undefined
  readonly payer: { readonly document: string; readonly name: string }
  readonly finalBeneficiary: { readonly document: string; readonly name: string } | undefined
  /** The reason of a rejection. Absent: the record is right. */
  readonly fault: string | undefined
}

/** A text says what is wrong with the file as a whole: the bank then processes none of it. */
export function readRemittance(text: string, today: Temporal.PlainDate): Remittance | string {
  const lines = text.split('\r\n')
  if (lines.pop() !== '') return 'end'
  if (lines.some((line) => line.length !== 240 || /[^\x20-\x7e]/.test(line))) return 'record'
  const [header = '', batch = '', ...rest] = lines
  const [batchEnd, fileEnd] = [rest.at(-2) ?? '', rest.at(-1) ?? '']
  const details = rest.slice(0, -2)
  if (!header.startsWith('00100000') || cut(header, 142, 1) !== '1') return 'header'
  if (cut(header, 32, 18) !== `00${fileAgreement.convenio}001417035`) return 'agreement'
  if (!batch.startsWith('00100011R01') || cut(batch, 33, 18) !== cut(header, 32, 18)) return 'batch'
  if (!batchEnd.startsWith('00100015') || whole(batchEnd, 17, 6) !== details.length + 2)
    return 'batch-trailer'
  if (!fileEnd.startsWith('00199999') || whole(fileEnd, 23, 6) !== lines.length)
    return 'file-trailer'
  if (
    details.some((line, index) => !line.startsWith('00100013') || whole(line, 8, 5) !== index + 1)
  )
    return 'numbering'
  const sequence = whole(header, 157, 6)
  return sequence ? { sequence, entries: entriesIn(details, today) } : 'sequence'
}

function entriesIn(details: readonly string[], today: Temporal.PlainDate): readonly Entry[] {
  return details.flatMap((line, index) =>
    cut(line, 13, 1) === 'P' ? [entryOf(line, details[index + 1] ?? '', today)] : [],
  )
}

function entryOf(p: string, q: string, today: Temporal.PlainDate): Entry {
  const number = cut(p, 37, 20).trim()
  const [amount, dueDate] = [cents(whole(p, 85, 15) ?? 0), dayOf(cut(p, 77, 8))]
  const payer = { document: partyIn(q, 17), name: cut(q, 33, 40).trim() }
  const shop = { document: partyIn(q, 153), name: cut(q, 169, 40).trim() }
  const protest = dueDate && protestDay(p, dueDate)
  return {
    code: cut(p, 15, 2),
    ...{ number, amount, dueDate, payer },
    documentNumber: cut(p, 62, 15).trim(),
    protestOn: typeof protest === 'string' ? undefined : protest,
    finalBeneficiary: shop.document === '' ? undefined : shop,
    fault:
      faultOf({ number, amount, dueDate, payer, today }) ??
      (cut(q, 13, 1) === 'Q' ? addressFault(q) : '03') ??
      (typeof protest === 'string' ? protest : undefined),
  }
}

/** The reasons of Febraban's table C047. */
function faultOf({
  number,
  amount,
  dueDate,
  payer,
  today,
}: Pick<Entry, 'number' | 'amount' | 'dueDate' | 'payer'> & {
  readonly today: Temporal.PlainDate
}): string | undefined {
  if (!new RegExp(`^${fileAgreement.convenio}\\d{10}$`).test(number)) return '08'
  if (!dueDate || Temporal.PlainDate.compare(dueDate, today) < 0) return '16'
  if (amount === 0) return '20'
  if (payer.name === '') return '45'
  return readDocument(payer.document).ok ? undefined : '46'
}

function addressFault(q: string): string | undefined {
  if (cut(q, 73, 40).trim() === '') return '47'
  if (!/^(?!00000000)\d{8}$/.test(cut(q, 128, 8))) return '48'
  return isState(cut(q, 151, 2)) ? undefined : '52'
}

/** The day of the protest, `undefined` if none is requested, or the reason of a rejection. */
function protestDay(
  p: string,
  dueDate: Temporal.PlainDate,
): Temporal.PlainDate | string | undefined {
  const [code, days] = [cut(p, 220, 1), whole(p, 221, 2) ?? 0]
  if (code === '3') return days === 0 ? undefined : '38'
  if (code === '2' && days >= 3 && days <= 5) return addBusinessDays(dueDate, days)
  if (code === '1' && calendarDays.has(days)) return nextBusinessDay(dueDate.add({ days }))
  return code === '1' || code === '2' ? '38' : '37'
}

const calendarDays: ReadonlySet<number> = new Set([
  ...Array.from({ length: 24 }, (_, index) => index + 6),
  ...[35, 40, 45],
])

/** A document after its kind: 1 is a CPF, 2 a CNPJ, 0 none. */
function partyIn(line: string, from: number): string {
  const length = { 1: 11, 2: 14 }[cut(line, from, 1)]
  return length === undefined ? '' : cut(line, from + 1, 15).slice(-length)
}

const cut = (line: string, from: number, length: number): string => line.slice(from, from + length)

function whole(line: string, from: number, length: number): number | undefined {
  const text = cut(line, from, length)
  return /^\d+$/.test(text) ? Number(text) : undefined
}

function dayOf(text: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(`${text.slice(4)}-${text.slice(2, 4)}-${text.slice(0, 2)}`)
  } catch {
    return undefined
  }
}
