import { endOfLocalDay, localDate, startOfLocalDay } from '../../src/brazil/local-time.ts'
import type { Done } from '../acquirer/handle.ts'
import type { FileDays } from '../settlement/files.ts'
import type { PayableFilter, PayableStore, StoredPayable } from './payable-store.ts'
import { invalid } from './render.ts'

/** What the list is made of. */
export interface Payables {
  readonly store: PayableStore
  /** The receivables of the days that are over, as faults show them. */
  readonly days: FileDays<StoredPayable>
}

export type PayableQuery = Readonly<Record<string, string | undefined>>

/**
 * `GET /payables`: the receivables of the account, oldest first, with a cursor to the next page. An
 * account with the contract gateway has none.
 */
export function listPayables(
  { store, days }: Payables,
  { query, isPsp, now }: { query: PayableQuery; isPsp: boolean; now: Date },
): Done {
  const { size = '30', forward_cursor: cursor = '0' } = query
  const [limit, offset, filter] = [Number(size), Number(cursor), filterOf(query)]
  if (!filter || !/^[1-9]\d?$|^100$/.test(size) || !/^\d{1,9}$/.test(cursor))
    return { response: invalid({ payables: ['The filters are invalid.'] }), outcome: 'rejected' }
  const day = dayIn(filter)
  const spoiled = day && days.find(day)
  const found = spoiled
    ? [...days.rows(spoiled)].slice(offset, offset + limit)
    : store.list(filter, { offset, limit })
  const page = isPsp ? found : []
  const body = {
    data: page.map((each) => payableOf(each, now)),
    paging: { forward_cursor: page.length < limit ? null : String(offset + limit) },
  }
  return { response: { status: 200, body }, outcome: `found:${page.length}` }
}

/** `undefined`: an instant that is none. */
function filterOf(query: PayableQuery): PayableFilter | undefined {
  const instants = [
    query.created_since,
    query.created_until,
    query.payment_date_since,
    query.payment_date_until,
  ].map((text) => (text === undefined ? undefined : new Date(text)))
  if (instants.some((at) => Number.isNaN(at?.getTime()))) return undefined
  const [createdSince = null, createdUntil = null, paymentSince = null, paymentUntil = null] =
    instants.map((at) => at?.toISOString())
  const { charge_id: chargeId = null, type = null } = query
  return { createdSince, createdUntil, paymentSince, paymentUntil, chargeId, type }
}

/** The day, if a filter selects what one day created. */
function dayIn(filter: PayableFilter): Temporal.PlainDate | undefined {
  const { createdSince, createdUntil, ...others } = filter
  if (!createdSince || !createdUntil || Object.values(others).some((value) => value !== null))
    return undefined
  const day = localDate(new Date(createdSince))
  const isDay =
    startOfLocalDay(day).toISOString() === createdSince &&
    endOfLocalDay(day).toISOString() === createdUntil
  return isDay ? day : undefined
}

const payableOf = (payable: StoredPayable, now: Date) => ({
  id: String(40_000_000 + payable.n),
  status: payable.paymentAt <= now ? 'paid' : 'waiting_funds',
  amount: payable.amount,
  fee: payable.fee,
  anticipation_fee: 0,
  fraud_coverage_fee: 0,
  installment: payable.installment,
  gateway_id: null,
  charge_id: payable.chargeId,
  split_id: null,
  bulk_anticipation_id: null,
  anticipation_id: null,
  recipient_id: 're_sandbox0000000000000000',
  originator_model: payable.originatorId && payable.type.replace('_refund', ''),
  originator_model_id: payable.originatorId,
  payment_date: payable.paymentAt.toISOString(),
  original_payment_date: null,
  type: payable.type,
  payment_method: 'credit_card',
  accrual_at: payable.accrualAt.toISOString(),
  created_at: payable.createdAt.toISOString(),
  liquidation_arrangement_id: null,
  settlement_id: null,
  payment_profile_id: null,
})
