import type { Cents } from '../primitives/money.ts'
import { crc16, type EmvChain, readChain } from './emv-chain.ts'
import { isStaticTxid } from './pix-ids.ts'
import { centsFromReais } from './reais.ts'

/** A parsed Pix QR code text ("copia e cola"). */
export type BrCode = BrCodePrint & BrCodeTarget

/**
 * The kind of the code. `dynamic`: query the location; the printed amount, name and txid do not
 * count. `recurrence`: only Pix Automático, with nothing to pay now.
 */
export type BrCodeTarget =
  | {
      kind: 'static'
      pixKey: string
      additionalInfo: string | null
      facilitatorIspb: string | null
    }
  | { kind: 'dynamic'; location: string }
  | { kind: 'recurrence'; recurrenceLocation: string }

/** The contents of the code itself, without its payee. */
export type BrCodePrint = {
  /** Field 01 as written: `12` single use, `11` reusable. Says nothing about static or dynamic. */
  pointOfInitiation: '11' | '12' | null
  amount: Cents | null
  receiverName: string
  city: string
  postalCode: string | null
  merchantCategory: string | null
  /** Field 62-05 as written. */
  reference: string
  /**
   * The reference when it is a Pix txid; null for `***` and for references of other arrangements.
   */
  txid: string | null
  /** Where the Pix Automático recurrence is described, in composite codes (field 80). */
  recurrenceLocation: string | null
}

export type BrCodeProblem =
  | 'too-long'
  | 'structure'
  | 'crc'
  | 'field' // A mandatory field is missing or malformed.
  | 'currency'
  | 'no-pix'
  | 'key-and-location'

export type BrCodeReading = { ok: true; code: BrCode } | { ok: false; problem: BrCodeProblem }

/** The highest number of characters of a code (API Pix, `pixCopiaECola`). */
export const maxBrCodeLength = 512

/** The arrangement's name in sub-field 00, compared ignoring case. */
export const pixGui = 'br.gov.bcb.pix'

/**
 * Reads and checks a BR Code: structure, CRC, mandatory fields, and the Pix template among the
 * others.
 */
export function readBrCode(text: string): BrCodeReading {
  if ([...text].length > maxBrCodeLength) return { ok: false, problem: 'too-long' }
  const fields = readChain(text)
  const ids = fields && [...fields.keys()]
  if (!fields || ids?.[0] !== '00' || ids.at(-1) !== '63')
    return { ok: false, problem: 'structure' }
  if (!/^6304[0-9A-Fa-f]{4}$/.test(text.slice(-8))) return { ok: false, problem: 'structure' }
  if (crc16(text.slice(0, -4)) !== text.slice(-4).toUpperCase())
    return { ok: false, problem: 'crc' }
  const templates = readTemplates(fields)
  if (!templates) return { ok: false, problem: 'structure' }
  const print = readPrint(fields, templates)
  if (typeof print === 'string') return { ok: false, problem: print }
  const target = readTarget(templates, print.recurrenceLocation)
  if (typeof target === 'string') return { ok: false, problem: target }
  return { ok: true, code: { ...print, ...target } }
}

type Templates = {
  accounts: readonly EmvChain[]
  additional: EmvChain | null
  unreserved: EmvChain | null
}

/** Opens fields 26-51, 62 and 80. Undefined when one is not itself a chain. */
function readTemplates(fields: EmvChain): Templates | undefined {
  const accounts: EmvChain[] = []
  for (const [id, value] of fields) {
    if (id < '26' || id > '51') continue
    const account = readChain(value)
    if (!account) return undefined
    accounts.push(account)
  }
  const additional = openTemplate(fields, '62')
  const unreserved = openTemplate(fields, '80')
  if (additional === undefined || unreserved === undefined) return undefined
  return { accounts, additional, unreserved }
}

function openTemplate(fields: EmvChain, id: string): EmvChain | null | undefined {
  const value = fields.get(id)
  return value === undefined ? null : readChain(value)
}

function readPrint(
  fields: EmvChain,
  { additional, unreserved }: Templates,
): BrCodePrint | 'field' | 'currency' {
  if (fields.get('53') !== undefined && fields.get('53') !== '986') return 'currency'
  const pointOfInitiation = fields.get('01') ?? null
  const printedAmount = fields.get('54')
  const amount = printedAmount === undefined ? null : centsFromReais(printedAmount)
  const receiverName = fields.get('59') ?? ''
  const city = fields.get('60') ?? ''
  const reference = additional?.get('05') ?? ''
  const merchantCategory = fields.get('52') ?? null
  const recurrenceLocation = unreserved && isPix(unreserved) ? (unreserved.get('25') ?? null) : null

  const isComplete =
    fields.get('00') === '01' &&
    fields.has('53') &&
    fields.get('58') === 'BR' &&
    reference.length >= 1
  const isSound =
    isBetween(receiverName, 1, 25) &&
    isBetween(city, 1, 15) &&
    (!merchantCategory || /^\d{4}$/.test(merchantCategory))
  if (!isComplete || !isSound || amount === undefined || !isPointOfInitiation(pointOfInitiation))
    return 'field'
  if (recurrenceLocation !== null && !isLocation(recurrenceLocation)) return 'field'

  const txid = reference !== '***' && isStaticTxid(reference) ? reference : null
  const postalCode = fields.get('61') ?? null
  return {
    pointOfInitiation,
    amount,
    receiverName,
    city,
    postalCode,
    merchantCategory,
    reference,
    txid,
    recurrenceLocation,
  }
}

function readTarget(
  { accounts }: Templates,
  recurrenceLocation: string | null,
): BrCodeTarget | 'no-pix' | 'field' | 'key-and-location' {
  const [pix, ...others] = accounts.filter(isPix)
  if (!pix || others.length > 0) return 'no-pix' // With two it would be unclear who is paid.
  const pixKey = pix.get('01')
  const location = pix.get('25')
  if (pixKey !== undefined && location !== undefined) return 'key-and-location'
  if (location !== undefined) return isLocation(location) ? { kind: 'dynamic', location } : 'field'
  if (pixKey === undefined)
    return recurrenceLocation ? { kind: 'recurrence', recurrenceLocation } : 'field'
  const additionalInfo = pix.get('02') ?? null
  const facilitatorIspb = pix.get('03') ?? null
  const isSound =
    isBetween(pixKey, 1, 77) &&
    (additionalInfo === null || isBetween(additionalInfo, 1, 72)) &&
    (facilitatorIspb === null || /^[0-9A-Z]{8}$/.test(facilitatorIspb))
  return isSound ? { kind: 'static', pixKey, additionalInfo, facilitatorIspb } : 'field'
}

const isPix = (template: EmvChain): boolean => template.get('00')?.toLowerCase() === pixGui
const isPointOfInitiation = (value: string | null): value is '11' | '12' | null =>
  value === null || value === '11' || value === '12'
const isBetween = (text: string, min: number, max: number): boolean => {
  const { length } = [...text]
  return length >= min && length <= max
}
/** Host and path, without the scheme. */
const isLocation = (text: string): boolean => text.length <= 77 && !text.includes('://')
