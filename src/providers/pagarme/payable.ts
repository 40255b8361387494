import { localDate } from '../../brazil/local-time.ts'
import { count, instantOf, parseRecord, record, text } from '../http/json-reader.ts'

/** A receivable of Pagar.me: what one installment adds to our balance, or takes off it. */
export interface Payable {
  readonly id: string
  /** `credit`, `refund`, `chargeback`, `chargeback_refund`, or another one. */
  readonly type: string
  readonly status: string
  /** Cents, with the sign of the response. */
  readonly amount: number
  /** Cents, without the fee of an anticipation. */
  readonly fee: number
  readonly anticipationFee: number
  readonly installment: number
  readonly chargeId?: string
  /** What it belongs to: a refund, a chargeback. */
  readonly originatorId?: string
  readonly createdAt: Date
  /** The day of the sale, `YYYY-MM-DD` in São Paulo. */
  readonly soldOn: string
  /** The day of the payment, and the day it had before an anticipation. */
  readonly paidOn?: string
  readonly dueOn?: string
}

/** A page of the list, and the place of the next one. `undefined`: not a page. */
export function decodePayables(
  json: string,
): { readonly payables: readonly (Payable | undefined)[]; readonly next?: string } | undefined {
  const { data, paging } = parseRecord(json) ?? {}
  if (!Array.isArray(data)) return undefined
  const next = text(record(paging)?.forward_cursor)
  return { payables: data.map(payableOf), ...(next !== undefined && { next }) }
}

/** `undefined`: a value that the comparison needs cannot be read. */
function payableOf(value: unknown): Payable | undefined {
  const fields = record(value) ?? {}
  const [id, type, status] = [text(fields.id), text(fields.type), text(fields.status)]
  const [amount, fee] = [signed(fields.amount), signed(fields.fee ?? 0)]
  const [coverage, anticipationFee] = [
    signed(fields.fraud_coverage_fee ?? 0),
    signed(fields.anticipation_fee ?? 0),
  ]
  const createdAt = instantOf(fields.created_at)
  if (!id || !type || !status || amount === undefined || fee === undefined || !createdAt)
    return undefined
  if (coverage === undefined || anticipationFee === undefined) return undefined
  const [chargeId, originatorId] = [text(fields.charge_id), text(fields.originator_model_id)]
  const paidOn = dayOf(fields.payment_date)
  const dueOn = dayOf(fields.original_payment_date) ?? paidOn
  return {
    ...{ id, type, status, amount, fee: fee + coverage, anticipationFee, createdAt },
    installment: count(fields.installment) ?? 1,
    soldOn: localDate(instantOf(fields.accrual_at) ?? createdAt).toString(),
    ...(chargeId !== undefined && { chargeId }),
    ...(originatorId !== undefined && { originatorId }),
    ...(paidOn !== undefined && { paidOn }),
    ...(dueOn !== undefined && { dueOn }),
  }
}

const signed = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined

/** A day alone, or the instant at which it begins in São Paulo. */
function dayOf(value: unknown): string | undefined {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return value
  const at = instantOf(value)
  return at && localDate(at).toString()
}
