import type { PlacelessRow, SettlementRow } from '../ports/settlement-file.ts'
import { unreadable } from '../statement/unreadable.ts'

/**
 * Reads one line without its line end (docs/design/providers/settlement-layout.md#rows). A line
 * that does not fit the layout is `unreadable`, with a sentence for the operator that quotes
 * nothing of it.
 */
export function parseRow(text: string): PlacelessRow {
  const [type = '', ...fields] = text.split(';')
  const read = rows.get(type)
  return read ? read(fields) : unreadable('tipo de registro desconhecido')
}

/** The value of a field, or `undefined` when it is not of the expected type. */
interface Field<Value> {
  readonly is: string
  read(text: string): Value | undefined
}

type Fields = Readonly<Record<string, Field<unknown>>>
type Read<Of extends Fields> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never
}

/**
 * Fields in the order of the file; `row` builds the row from them, or says why they contradict each
 * other.
 */
function record<Of extends Fields>(of: Of, row: (read: Read<Of>) => PlacelessRow) {
  const fields = Object.entries(of)
  return (texts: readonly string[]): PlacelessRow => {
    if (texts.length !== fields.length)
      return unreadable(`${texts.length} campos em vez de ${fields.length}`)
    const read: Record<string, unknown> = {}
    for (const [index, [name, field]] of fields.entries()) {
      read[name] = field.read(texts[index] ?? '')
      if (read[name] === undefined)
        return unreadable(`campo ${index + 1} (${name}) não é ${field.is}`)
    }
    return row(read as Read<Of>)
  }
}

const matching = (is: string, pattern: RegExp): Field<string> => ({
  is,
  read: (text) => (pattern.test(text) ? text : undefined),
})

const text = matching('um texto de 1 a 100 caracteres', /^\P{Cc}{1,100}$/u)
const textOrNone = matching('um texto de até 100 caracteres', /^\P{Cc}{0,100}$/u)

const whole = (is: string, pattern: RegExp, least: number, most: number): Field<number> => ({
  is,
  read(text) {
    if (!pattern.test(text)) return undefined
    const number = Number(text) + 0 // -0 is 0.
    return number >= least && number <= most ? number : undefined
  },
})

const most = 999_999_999_999_999
const amount = whole('um valor em centavos', /^\d{1,15}$/, 0, most) as Field<SettledCents>
const signedAmount = whole('um valor em centavos com ou sem sinal', /^[+-]?\d{1,15}$/, -most, most)
const count = whole('um número a partir de 1', /^\d{1,9}$/, 1, 999_999_999)
const parts = whole('um número de parcelas de 1 a 99', /^\d{1,2}$/, 1, 99)

type SettledCents = Extract<SettlementRow, { kind: 'payment' }>['amount']

const day: Field<string> = {
  is: 'uma data AAAA-MM-DD',
  read(text) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
    const at = new Date(`${text}T00:00:00Z`)
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
  },
}

const claim = { caseId: text, providerReference: text, amount, reason: text, date: day }
const sending = { payoutId: text, endToEndId: text, amount, date: day }

/** By the first field of the line. */
const rows: ReadonlyMap<string, (fields: readonly string[]) => PlacelessRow> = new Map([
  [
    '0',
    record({ merchant: text, date: day, sequence: count, layoutVersion: text }, (read) =>
      read.layoutVersion === layoutVersion
        ? { kind: 'header', ...read }
        : unreadable('versão de layout desconhecida'),
    ),
  ],
  [
    '1',
    record(
      {
        reference: text,
        providerReference: text,
        nsu: textOrNone,
        authorizationCode: textOrNone,
        brand: textOrNone,
        gross: amount,
        installments: parts,
        date: day,
      },
      ({ nsu, authorizationCode, brand, ...read }) => ({
        kind: 'sale',
        ...read,
        ...(nsu !== '' && { nsu }),
        ...(authorizationCode !== '' && { authorizationCode }),
        ...(brand !== '' && { brand }),
      }),
    ),
  ],
  [
    '2',
    record(
      {
        providerReference: text,
        number: parts,
        total: parts,
        gross: amount,
        fee: amount,
        net: amount,
        dueOn: day,
      },
      (read) => {
        if (read.number > read.total) return unreadable('a parcela não existe entre tantas')
        if (read.gross !== read.fee + read.net)
          return unreadable('o líquido não é o bruto menos a tarifa')
        return { kind: 'installment', ...read }
      },
    ),
  ],
  [
    '3',
    record({ date: day, amount, bankReference: text }, (read) => ({ kind: 'payment', ...read })),
  ],
  [
    '4',
    record({ providerReference: text, refundId: text, amount, date: day }, (read) => ({
      kind: 'refund',
      ...read,
    })),
  ],
  ['5', record(claim, (read) => ({ kind: 'chargeback', ...read }))],
  ['6', record(claim, (read) => ({ kind: 'chargeback-reversal', ...read }))],
  [
    '7',
    record({ type: text, amount: signedAmount, text: textOrNone }, (read) => ({
      kind: 'adjustment',
      ...read,
    })),
  ],
  ['8', record(sending, (read) => ({ kind: 'payout', ...read }))],
  ['S', record(sending, (read) => ({ kind: 'payout-return', ...read }))],
  [
    '9',
    record({ rows: count, sales: amount, net: amount }, (read) => ({ kind: 'trailer', ...read })),
  ],
])

/** The only version. */
const layoutVersion = '1'
