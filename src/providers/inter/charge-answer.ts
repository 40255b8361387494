import { readBrCode } from '../../brazil/br-code.ts'
import type { Cents } from '../../primitives/money.ts'
import { centsFromDecimal } from '../boleto/decimal.ts'
import { fieldsOf, list, parseRecord, trimmedText } from '../http/json-reader.ts'
import { type ChargeState, chargeState } from './charge-state.ts'

/** The fields that we use of `GET /cobrancas/{codigoSolicitacao}`. */
export interface Charge {
  readonly state: ChargeState
  /** The bank's word for it. */
  readonly situation: string
  /** Absent in some responses. */
  readonly reference?: string
  readonly ownNumber: string
  readonly amount: Cents
  readonly dueDate: string
  readonly payerDocument?: string
  readonly paidAmount?: Cents
  /** The day of the state, `YYYY-MM-DD`. */
  readonly stateOn?: Temporal.PlainDate
  readonly isPaidWithPix: boolean
  /** Absent while the bank still issues it. */
  readonly codes?: ChargeCodes
  readonly pix?: { readonly emv: string; readonly txid: string }
}

export interface ChargeCodes {
  readonly ourNumber: string
  readonly barcode: string
  readonly digitableLine: string
}

export function decodeCharge(json: string): Charge | undefined {
  const { cobranca, boleto, pix } = parseRecord(json) ?? {}
  const charge = fieldsOf(cobranca)
  const situation = trimmedText(charge.situacao)
  const ownNumber = trimmedText(charge.seuNumero)
  const amount = centsFromDecimal(charge.valorNominal)
  const dueDate = dayIn(charge.dataVencimento)
  if (!situation || !ownNumber || amount === undefined || !dueDate) return undefined
  const reference = trimmedText(charge.codigoSolicitacao)
  const payerDocument = trimmedText(fieldsOf(charge.pagador).cpfCnpj)?.replace(/[^0-9A-Z]/g, '')
  const paidAmount = centsFromDecimal(charge.valorTotalRecebido)
  const stateOn = dayIn(charge.dataSituacao)
  const codes = decodeCodes(boleto)
  const decodedPix = decodePix(pix)
  return {
    state: chargeState(situation),
    situation,
    ...(reference && { reference }),
    ownNumber,
    amount,
    dueDate: dueDate.toString(),
    ...(payerDocument && { payerDocument }),
    ...(paidAmount !== undefined && { paidAmount }),
    ...(stateOn && { stateOn }),
    isPaidWithPix: /^PIX$/.test(trimmedText(charge.origemRecebimento) ?? ''),
    ...(codes && { codes }),
    ...(decodedPix && { pix: decodedPix }),
  }
}

/** `codigoSolicitacao` of the response to `POST /cobrancas`. */
export function decodeIssued(json: string): string | undefined {
  const reference = trimmedText(parseRecord(json)?.codigoSolicitacao)
  return reference !== undefined && isReference(reference) ? reference : undefined
}

export interface Refusal {
  readonly code: string
  readonly message: string
  /** A charge that the bank names as the reason. */
  readonly reference?: string
}

/**
 * `{title, detail, violacoes}`, with the property in question. The refusal of a repeat names the
 * charge that exists, in `detail` or in a violation.
 */
export function decodeRefusal(json: string): Refusal | undefined {
  const body = parseRecord(json)
  const title = trimmedText(body?.title)
  const detail = trimmedText(body?.detail)
  if (!body || (!title && !detail)) return undefined
  const violations = list(body.violacoes).map(fieldsOf)
  const reasons = violations.flatMap(({ razao, propriedade }) => {
    const parts = [trimmedText(propriedade), trimmedText(razao)].filter(Boolean)
    return parts.length > 0 ? [parts.join(': ')] : []
  })
  const message = (reasons.join(' ') || detail || title || '').slice(0, 300)
  const reference = uuid.exec([detail, ...reasons].join(' '))?.[0]
  const code = trimmedText(violations[0]?.propriedade) ?? title ?? 'recusada'
  return { code, message, ...(reference && { reference }) }
}

const uuid = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/i

export const isReference = (text: string): boolean =>
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)

function decodeCodes(value: unknown): ChargeCodes | undefined {
  const { nossoNumero, codigoBarras, linhaDigitavel } = fieldsOf(value)
  const ourNumber = trimmedText(nossoNumero)
  const barcode = digits(codigoBarras, 44)
  const digitableLine = digits(linhaDigitavel, 47)
  return ourNumber && barcode && digitableLine ? { ourNumber, barcode, digitableLine } : undefined
}

/** An unreadable code is worse than none: the boleto can be paid without it. */
function decodePix(value: unknown): Charge['pix'] {
  const { pixCopiaECola, txid } = fieldsOf(value)
  const [emv, id] = [trimmedText(pixCopiaECola), trimmedText(txid)]
  return emv && id && readBrCode(emv).ok ? { emv, txid: id } : undefined
}

function digits(value: unknown, length: number): string | undefined {
  const bare = trimmedText(value)
  return bare?.length === length && /^\d+$/.test(bare) ? bare : undefined
}

/** `2026-11-30`, also with a time behind it. */
function dayIn(value: unknown): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from((trimmedText(value) ?? '').slice(0, 10))
  } catch {
    return undefined
  }
}
