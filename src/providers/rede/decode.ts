import { count, parseRecord, present, record, text } from '../http/json-reader.ts'
import type { CancelRecord } from '../ports/card.ts'

/**
 * The first fields of every response of Rede: a code that decides, and a message that is not read.
 */
export interface RedeAnswer {
  readonly returnCode: string
  readonly tid?: string
  /** Of a refund. */
  readonly refundId?: string
}

/** A sale in a response of Rede to a sale or to a query. Amounts in cents. */
export interface RedeSale {
  /** Rede calls it `reference`. */
  readonly attemptRef: string
  readonly tid: string
  readonly amount: number
  readonly returnCode: string
  /** In a query: `Approved`, `Denied`, `Canceled`, `Pending`. */
  readonly status?: string
  /** In a query, once captured. */
  readonly capturedAmount?: number
  /** Of the refunds that are done. */
  readonly refundedAmount?: number
  /** Every refund that was requested and is listed on its own. */
  readonly refunds?: readonly CancelRecord[]
  readonly nsu?: string
  readonly authorizationCode?: string
  /** In Rede's spelling: `Mastercard`. */
  readonly brand?: string
  /** The network's own code, ABECS. */
  readonly brandCode?: string
  /** Mastercard's retry advice. */
  readonly adviceCode?: string
  readonly lastFour?: string
}

/** `undefined`: no readable code. */
export function decodeAnswer(json: string): RedeAnswer | undefined {
  const root = parseRecord(json)
  const returnCode = text(root?.returnCode)
  return returnCode === undefined
    ? undefined
    : { returnCode, ...present({ tid: text(root?.tid), refundId: text(root?.refundId) }) }
}

/** The response to a sale: all fields at one level but those of the network. */
export function decodeSale(json: string): RedeSale | undefined {
  return saleOf(parseRecord(json))
}

/** The response to a query: the authorization, then the later operations. */
export function decodeQuery(json: string): RedeSale | undefined {
  const root = parseRecord(json)
  const sale = saleOf(record(root?.authorization))
  if (!sale) return undefined
  const refunds = root?.refunds ?? []
  if (!Array.isArray(refunds)) return undefined
  let refundedAmount = 0
  const cancels: CancelRecord[] = []
  for (const refund of refunds.map(record)) {
    const [amount, id] = [count(refund?.amount), text(refund?.refundId)]
    if (amount === undefined) return undefined
    const state = refundStates.get(text(refund?.status)?.toLowerCase() ?? '')
    if (state === 'done') refundedAmount += amount
    if (id && state) cancels.push({ id, state })
  }
  const capturedAmount = count(record(root?.capture)?.amount)
  return {
    ...sale,
    ...present({ capturedAmount }),
    ...(refundedAmount > 0 && { refundedAmount }),
    refunds: cancels,
  }
}

const refundStates: ReadonlyMap<string, CancelRecord['state']> = new Map([
  ['done', 'done'],
  ['processing', 'pending'],
  ['denied', 'denied'],
])

/** Also keeps unsafe characters of a provider out of our paths. */
export const isTid = (id: string): boolean => /^[0-9A-Za-z]{1,40}$/.test(id)

function saleOf(fields: Readonly<Record<string, unknown>> | undefined): RedeSale | undefined {
  const attemptRef = text(fields?.reference)
  const tid = text(fields?.tid)
  const amount = count(fields?.amount)
  const returnCode = text(fields?.returnCode)
  if (!attemptRef || !tid || !isTid(tid) || amount === undefined || returnCode === undefined)
    return undefined
  const brand = record(fields?.brand)
  return {
    ...{ attemptRef, tid, amount, returnCode },
    ...present({
      status: text(fields?.status),
      nsu: text(fields?.nsu),
      authorizationCode: text(fields?.authorizationCode) ?? text(brand?.authorizationCode),
      brand: text(brand?.name),
      brandCode: text(brand?.returnCode),
      adviceCode: text(brand?.merchantAdviceCode),
      lastFour: /^[0-9]{4}$/.exec(text(fields?.last4) ?? '')?.[0],
    }),
  }
}
