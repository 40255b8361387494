import { addBusinessDays, nextBusinessDay } from '../../brazil/bank-calendar.ts'
import { localDate } from '../../brazil/local-time.ts'
import { cents } from '../../primitives/money.ts'
import type { PlacelessRow } from '../ports/settlement-file.ts'
import { unreadable } from '../statement/unreadable.ts'
import type { PagarmeCharge } from './decode.ts'
import type { Payable } from './payable.ts'

export const cannotBeRead = 'um recebível da lista não pôde ser lido'

/** A charge that receivables name. */
interface NamedCharge {
  readonly id: string
  /** `undefined`: Pagar.me does not know it. */
  readonly charge: PagarmeCharge | undefined
}

/** The receivables of one charge that were created on a day. */
export function chargeRows(
  own: readonly Payable[],
  { id, charge }: NamedCharge,
): readonly PlacelessRow[] {
  const named = { id, charge, providerReference: charge?.transaction.tid ?? id }
  const credits = own.filter(({ type }) => type === 'credit')
  const others = own.filter(({ type }) => type !== 'credit')
  // A refund or a chargeback has a receivable for each installment that it takes from.
  const moved = Map.groupBy(others, (each) => `${each.type} ${each.originatorId ?? each.id}`)
  return [
    ...saleRows(credits, named),
    ...[...moved.values()].flatMap((parts) => movedRows(parts, named)),
  ]
}

/** What Pagar.me moved without a charge. */
export const uncharged = ({ type, amount, id }: Payable): PlacelessRow => ({
  kind: 'adjustment',
  type,
  amount,
  text: id,
})

/** What Pagar.me paid of sales on a day. Refunds and chargebacks have rows of their own. */
export function paymentRows(payables: readonly Payable[], date: string): readonly PlacelessRow[] {
  const paid = payables.filter(
    ({ type, status, paidOn }) => type === 'credit' && status === 'paid' && paidOn === date,
  )
  const net = paid.reduce((sum, each) => sum + each.amount - each.fee - each.anticipationFee, 0)
  return net > 0 ? [{ kind: 'payment', date, amount: cents(net), bankReference: date }] : []
}

type Named = NamedCharge & { readonly providerReference: string }

/** The sale by the charge itself, and its installments by the receivables. */
function saleRows(
  credits: readonly Payable[],
  { id, charge, providerReference }: Named,
): readonly PlacelessRow[] {
  const [first] = credits
  if (!first) return []
  const { installments, nsu, authorizationCode, brand } = charge?.transaction ?? {}
  const total = installments ?? Math.max(...credits.map(({ installment }) => installment))
  const sale: PlacelessRow = {
    kind: 'sale',
    // The id of a charge is no reference of ours, so an unknown charge is an unknown sale.
    reference: charge?.code ?? id,
    providerReference,
    ...(nsu !== undefined && { nsu }),
    ...(authorizationCode !== undefined && { authorizationCode }),
    ...(brand !== undefined && { brand }),
    gross: cents(charge ? (charge.paidAmount ?? charge.amount) : sumOf(credits)),
    installments: total,
    date: first.soldOn,
    dueDays: Array.from({ length: total }, (_, index) => paymentDay(first.soldOn, index + 1)),
  }
  return [sale, ...credits.map((each) => installmentRow(each, { total, providerReference }))]
}

function installmentRow(
  { installment: number, amount, fee, dueOn }: Payable,
  sale: { readonly total: number; readonly providerReference: string },
): PlacelessRow {
  if (fee < 0 || amount < fee || dueOn === undefined) return unreadable(cannotBeRead)
  const money = { gross: cents(amount), fee: cents(fee), net: cents(amount - fee) }
  return { kind: 'installment', number, ...sale, ...money, dueOn }
}

/**
 * Pagar.me pays an installment one business day later than other acquirers
 * (docs/design/providers/pagarme.md#statement).
 */
function paymentDay(soldOn: string, number: number): string {
  const due = nextBusinessDay(Temporal.PlainDate.from(soldOn).add({ days: 30 * number }))
  return addBusinessDays(due, 1).toString()
}

/** One refund or one chargeback. */
function movedRows(
  parts: readonly Payable[],
  { id, charge, providerReference }: Named,
): readonly PlacelessRow[] {
  const [first] = parts
  if (!first) return []
  const amount = cents(Math.abs(sumOf(parts)))
  const row = { providerReference, amount, date: localDate(first.createdAt).toString() }
  switch (first.type) {
    case 'refund':
      return [{ kind: 'refund', refundId: first.originatorId ?? first.id, ...row }]
    case 'chargeback':
    case 'chargeback_refund': {
      const kind = first.type === 'chargeback' ? 'chargeback' : 'chargeback-reversal'
      // The charge is the case, as in the dispute port.
      return [{ kind, caseId: id, reason: charge?.status ?? first.type, ...row }]
    }
    default:
      return parts.map(uncharged)
  }
}

const sumOf = (payables: readonly Payable[]): number =>
  payables.reduce((sum, { amount }) => sum + amount, 0)
