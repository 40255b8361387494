import { readBrCode } from '../../brazil/br-code.ts'
import { brazilTimeZone } from '../../brazil/local-time.ts'
import type { Cents } from '../../primitives/money.ts'
import { centsFromDecimal } from '../boleto/decimal.ts'
import { count, list, parseRecord, record, trimmedText } from '../http/json-reader.ts'
import { dateFromBank } from './decode.ts'

/** The fields that we use of the response to a registration. */
export interface Registration {
  readonly ourNumber: string
  readonly barcode: string
  readonly digitableLine: string
  readonly pix?: BankPix
}

export interface BankPix {
  readonly emv: string
  readonly txid: string
}

/** The fields that we use of `GET /boletos/{id}`. */
export interface Title {
  readonly state: number
  readonly barcode: string
  readonly digitableLine: string
  readonly amount: Cents
  readonly dueDate: Temporal.PlainDate
  readonly documentNumber: string
  readonly payerDocument: string
  readonly paidAmount?: Cents
  readonly paidOn?: Temporal.PlainDate
  readonly paidWithPix: boolean
}

export interface Refusal {
  readonly code: string
  readonly message: string
}

export function decodeRegistration(json: string): Registration | undefined {
  const body = parseRecord(json)
  const ourNumber = digits(body?.numero, 20)
  const barcode = digits(body?.codigoBarraNumerico, 44)
  const digitableLine = digits(body?.linhaDigitavel, 47)
  if (!ourNumber || !barcode || !digitableLine) return undefined
  const pix = decodeQr(body?.qrCode)
  return { ourNumber, barcode, digitableLine, ...(pix ? { pix } : {}) }
}

export function decodeTitle(json: string): Title | undefined {
  const body = parseRecord(json)
  const state = count(trimmedText(body?.codigoEstadoTituloCobranca))
  const barcode = digits(body?.textoCodigoBarrasTituloCobranca, 44)
  const digitableLine = digits(body?.codigoLinhaDigitavel, 47)
  const amount = centsFromDecimal(body?.valorOriginalTituloCobranca)
  const dueDate = dateFromBank(body?.dataVencimentoTituloCobranca)
  if (
    !body ||
    state === undefined ||
    !barcode ||
    !digitableLine ||
    amount === undefined ||
    !dueDate
  )
    return undefined
  const paidAmount = centsFromDecimal(body.valorPagoSacado)
  const paidOn =
    dateFromBank(body.dataRecebimentoTitulo) ?? dateFromBank(body.dataCreditoLiquidacao)
  return {
    state,
    barcode,
    digitableLine,
    amount,
    dueDate,
    documentNumber: trimmedText(body.numeroTituloCedenteCobranca) ?? '',
    payerDocument: trimmedText(body.numeroInscricaoSacadoCobranca) ?? '',
    ...(paidAmount === undefined ? {} : { paidAmount }),
    ...(paidOn === undefined ? {} : { paidOn }),
    paidWithPix: (count(trimmedText(body.codigoCanalPagamento)) ?? 0) % 100 === 61,
  }
}

/** `GET /boletos/{id}/pix`: the QR code, and the time of its payment. */
export function decodeTitlePix(
  json: string,
): { readonly pix?: BankPix; readonly paidAt?: Date } | undefined {
  const body = parseRecord(json)
  if (!body) return undefined
  const pix = decodeQr(body.qrCode)
  const paidAt = instantFromBank(trimmedText(record(body.pix)?.timestamp))
  return { ...(pix ? { pix } : {}), ...(paidAt ? { paidAt } : {}) }
}

/** The bank's first error. It has three spellings; a gateway in front of the bank adds a fourth. */
export function decodeRefusal(json: string): Refusal | undefined {
  const body = parseRecord(json)
  const first = record(list(body?.erros)[0] ?? list(body?.errors)[0])
  const code = trimmedText(
    first?.codigo ?? first?.code ?? first?.codigoMensagem ?? body?.statusCode,
  )
  const message = trimmedText(
    first?.mensagem ?? first?.message ?? first?.textoMensagem ?? body?.message,
  )
  if (!code || !message) return undefined
  return { code: code.replace(/\.\d+$/, ''), message } // `4874915.1` is message 4874915, version 1.
}

/** The code of "Nosso Número já incluído anteriormente". */
export const alreadyRegistered = '4874915'

/** An unreadable code is worse than none: the boleto can be paid without it. */
function decodeQr(value: unknown): BankPix | undefined {
  const qr = record(value)
  const emv = trimmedText(qr?.emv)
  const txid = trimmedText(qr?.txId)
  return emv && txid && readBrCode(emv).ok ? { emv, txid } : undefined
}

function digits(value: unknown, length: number): string | undefined {
  const bare = trimmedText(value)?.replace(/[\s.-]/g, '')
  return bare?.length === length && /^\d+$/.test(bare) ? bare : undefined
}

/** With an offset, or local time as `2026-11-21 09:05:00`. */
function instantFromBank(value: string | undefined): Date | undefined {
  if (value === undefined) return undefined
  try {
    if (/(?:Z|[+-]\d{2}:?\d{2})$/.test(value))
      return new Date(Temporal.Instant.from(value).epochMilliseconds)
    const local = Temporal.PlainDateTime.from(value.replace(' ', 'T'))
    return new Date(local.toZonedDateTime(brazilTimeZone).epochMilliseconds)
  } catch {
    return undefined
  }
}
