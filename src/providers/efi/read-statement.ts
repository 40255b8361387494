import { localDate } from '../../brazil/local-time.ts'
import { isEndToEndId, isReturnId } from '../../brazil/pix-ids.ts'
import { centsFromReais } from '../../brazil/reais.ts'
import { cents } from '../../primitives/money.ts'
import { instantOf } from '../http/json-reader.ts'
import type { PlacelessRow, SettlementRow } from '../ports/settlement-file.ts'
import { maxRows, SettlementFileBroken } from '../statement/broken.ts'
import { splitLines } from '../statement/split-lines.ts'
import { sequenceOfDay } from '../statement/statement-days.ts'
import { unreadable } from '../statement/unreadable.ts'

interface Reading {
  /** The day whose statement was requested. */
  readonly day: string
  /** Our id of the payment with this EndToEndId. `undefined`: it is not ours. */
  payoutOf(endToEndId: string): Promise<string | undefined>
}

/**
 * Reads Efí's statement (version 4.0 of its layout, docs/design/providers/efi.md#statement) as a
 * stream. Throws `SettlementFileBroken` at the end of an incomplete one.
 */
export async function* readStatement(
  chunks: AsyncIterable<Uint8Array>,
  reading: Reading,
): AsyncGenerator<SettlementRow, void, undefined> {
  let ended = false
  for await (const { number, text, isEnded } of splitLines(chunks)) {
    if (number > maxRows) throw new SettlementFileBroken(`more than ${maxRows} rows`)
    const row = text === undefined ? tooLong : await rowOf(text.split(';'), reading)
    // The last line has no end in the examples of the layout.
    if (!isEnded && row.kind !== 'trailer')
      throw new SettlementFileBroken(`cut short in row ${number}`)
    const isMisplaced = ended || (row.kind === 'header') !== (number === 1)
    yield { line: number, ...(isMisplaced && row.kind !== 'unreadable' ? misplaced : row) }
    ended ||= row.kind === 'trailer'
  }
  if (!ended) throw new SettlementFileBroken('no trailer')
}

const tooLong = unreadable('linha longa demais ou que não é UTF-8')
const misplaced = unreadable('registro fora do lugar')

async function rowOf([type, ...fields]: readonly string[], reading: Reading) {
  switch (type) {
    case 'CA':
      return header(fields, reading)
    case 'PEC':
      return fields.length === 8 ? sent(fields) : wrongCount(fields)
    case 'PEB':
      return fields.length === 13 ? sent(fields) : wrongCount(fields)
    case 'EPE': {
      const [, endToEndId = '', amount = '', at = ''] = fields
      return fields.length === 4
        ? back({ endToEndId, returnId: endToEndId, amount, at }, reading)
        : wrongCount(fields)
    }
    case 'PDR': {
      const [, endToEndId = '', returnId = '', amount = '', at = ''] = fields
      if (fields.length !== 5) return wrongCount(fields)
      return isReturnId(returnId)
        ? back({ endToEndId, returnId, amount, at }, reading)
        : unreadable('o RtrId não é de uma devolução')
    }
    case 'T':
      return trailer(fields)
    default:
      return unreadable('tipo de registro que não foi pedido')
  }
}

const wrongCount = (fields: readonly string[]): PlacelessRow =>
  unreadable(`${fields.length + 1} campos não são os deste registro`)

function header(fields: readonly string[], { day }: Reading): PlacelessRow {
  const [, , , account = '', , , date, , layoutVersion = ''] = fields
  if (fields.length !== 9) return wrongCount(fields)
  if (!/^[0-9Xx]{2,20}$/.test(account)) return unreadable('a conta do cabeçalho não é um número')
  if (date !== day) return unreadable('o extrato é de outro dia')
  return { kind: 'header', merchant: account, date, sequence: sequenceOfDay(day), layoutVersion }
}

/** PEC and PEB begin alike and end with the instant. */
function sent(fields: readonly string[]): PlacelessRow {
  const [, endToEndId = '', payoutId = '', valor = ''] = fields
  const [amount, date] = [centsFromReais(valor), dayOf(fields.at(-1))]
  if (!isEndToEndId(endToEndId)) return unreadable('o E2eid não é de um PIX')
  if (!/^[A-Za-z0-9]{1,35}$/.test(payoutId)) return unreadable('o ID de envio não é um')
  if (!amount || !date) return unreadable('o valor ou o horário não pôde ser lido')
  return { kind: 'payout', payoutId, endToEndId, amount, date }
}

/** Money of a payment that came back: returned by the receiver, or by Efí when it failed. */
async function back(
  read: { endToEndId: string; returnId: string; amount: string; at: string },
  { payoutOf }: Reading,
): Promise<PlacelessRow> {
  const [amount, date] = [centsFromReais(read.amount), dayOf(read.at)]
  if (!isEndToEndId(read.endToEndId)) return unreadable('o E2eid não é de um PIX')
  if (!amount || !date) return unreadable('o valor ou o horário não pôde ser lido')
  const payoutId = (await payoutOf(read.endToEndId)) ?? read.endToEndId
  return { kind: 'payout-return', payoutId, endToEndId: read.returnId, amount, date }
}

/**
 * The first total counts the records without header and trailer. The others count some of them: the
 * layout has eleven, the example of the API's page five.
 */
function trailer(fields: readonly string[]): PlacelessRow {
  const [total = ''] = fields
  if (fields.length !== 12 && fields.length !== 6) return wrongCount(fields)
  if (!/^\d{1,9}$/.test(total)) return unreadable('o total de registros não é um número')
  return { kind: 'trailer', rows: Number(total) + 2, sales: cents(0), net: cents(0) }
}

function dayOf(text: string | undefined): string | undefined {
  const at = instantOf(text)
  return at && localDate(at).toString()
}
