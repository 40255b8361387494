import { count, flag, parse, parseRecord, present, record, text } from '../http/json-reader.ts'

/** A sale in a response of Cielo to a sale or to a query. Amounts in cents. */
export interface CieloSale {
  readonly orderId: string
  readonly paymentId: string
  readonly status: number
  readonly amount: number
  readonly returnCode?: string
  /** Mastercard's retry advice. */
  readonly adviceCode?: string
  readonly capturedAmount?: number
  readonly voidedAmount?: number
  readonly authorizationCode?: string
  readonly tid?: string
  readonly proofOfSale?: string
  /** In Cielo's spelling: `Master`. */
  readonly brand?: string
  readonly lastFour?: string
  /** Cielo itself will query the sale and cancel it. */
  readonly autoCancels: boolean
}

/** The response to a capture or a cancel. */
export interface CieloMove {
  readonly status: number
  readonly returnCode?: string
  readonly reasonCode?: number
}

/**
 * `undefined`: not a readable sale. Unknown fields are ignored; numbers and booleans may be
 * strings.
 */
export function decodeSale(json: string): CieloSale | undefined {
  const root = parseRecord(json)
  const payment = record(root?.Payment)
  const orderId = text(root?.MerchantOrderId)
  const paymentId = text(payment?.PaymentId)
  const status = count(payment?.Status)
  const amount = count(payment?.Amount)
  if (
    !payment ||
    !orderId ||
    !paymentId ||
    !isPaymentId(paymentId) ||
    status === undefined ||
    amount === undefined
  )
    return undefined
  const card = record(payment.CreditCard)
  return {
    orderId,
    paymentId,
    status,
    amount,
    autoCancels: flag(payment.TryAutomaticCancellation),
    ...present({
      returnCode: text(payment.ReturnCode),
      adviceCode: text(payment.MerchantAdviceCode),
      capturedAmount: count(payment.CapturedAmount),
      voidedAmount: count(payment.VoidedAmount),
      authorizationCode: text(payment.AuthorizationCode),
      tid: text(payment.Tid),
      proofOfSale: text(payment.ProofOfSale),
      brand: text(card?.Brand),
      lastFour: /[0-9]{4}$/.exec(text(card?.CardNumber) ?? '')?.[0],
    }),
  }
}

export function decodeMove(json: string): CieloMove | undefined {
  const root = parseRecord(json)
  const status = count(root?.Status)
  if (status === undefined) return undefined
  return {
    status,
    ...present({
      returnCode: text(root?.ReturnCode) ?? text(root?.ProviderReturnCode),
      reasonCode: count(root?.ReasonCode),
    }),
  }
}

/**
 * The codes of a 400: a list of `{Code, Message}`, at least one. Messages are free text and are not
 * read.
 */
export function decodeErrorCodes(json: string): readonly number[] | undefined {
  const errors = parse(json)
  if (!Array.isArray(errors) || errors.length === 0) return undefined
  const codes: number[] = []
  for (const error of errors) {
    const code = count(record(error)?.Code)
    if (code === undefined) return undefined
    codes.push(code)
  }
  return codes
}

/**
 * The payments of one order, oldest first. The list was observed under two names, and its date is
 * misspelled.
 */
export function decodePaymentIds(json: string): readonly string[] | undefined {
  const root = parseRecord(json)
  const list = root?.Payments ?? root?.Payment
  if (!Array.isArray(list)) return undefined
  const payments: { id: string; receivedAt: string }[] = []
  for (const each of list) {
    const id = text(record(each)?.PaymentId)
    if (!id || !isPaymentId(id)) return undefined
    payments.push({ id, receivedAt: text(record(each)?.ReceveidDate) ?? '' })
  }
  return payments
    .toSorted((a, b) => (a.receivedAt < b.receivedAt ? -1 : Number(a.receivedAt > b.receivedAt)))
    .map(({ id }) => id)
}

/** Also keeps unsafe characters of a provider out of our paths. */
export const isPaymentId = (id: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
