import { startOfLocalDay } from '../../brazil/local-time.ts'
import type { Cents } from '../../primitives/money.ts'
import type { BoletoFinding } from '../../providers/ports/boleto.ts'
import type { BoletoMovement, MovementKind } from '../../providers/ports/settlement-file.ts'
import type { Transaction } from '../transaction.ts'

/** Whether it is a boleto of a bank that takes files. */
export const isByFile = ({ boleto }: Pick<Transaction, 'boleto'>): boolean =>
  boleto?.registration !== undefined

/** A report of a bank about one boleto, and its place. */
export interface Movement extends Pick<BoletoMovement, 'movement' | 'amount' | 'date'> {
  /** The daily file, and the line in it. */
  readonly sequence: number
  readonly line: number
  readonly reason?: string
}

/** The state of a boleto by the files of its bank. */
type ReportedState =
  | Extract<BoletoFinding, { kind: 'open' | 'in-protest' | 'paid' | 'cancelled' }>
  /** The bank has not registered it, nor rejected it. */
  | { readonly kind: 'unconfirmed' }
  /** `sequence`: of the daily file that rejects it. */
  | { readonly kind: 'refused'; readonly reason: string; readonly sequence: number }

/**
 * The state by all reports, the oldest first. Money counts whatever was reported before or after
 * it, above all a payment of the whole amount. A rejection counts only if the bank has never
 * registered the boleto: a later one is about a repeated instruction. A registration of another
 * amount is of another boleto. Pure.
 */
export function reportedState(movements: readonly Movement[], amount: Cents): ReportedState {
  const payments = movements.filter(({ movement }) => movement === 'PAID')
  const payment = payments.find((each) => each.amount === amount) ?? payments[0]
  if (payment)
    return {
      kind: 'paid',
      amount: payment.amount,
      // The bank states only the day.
      paidAt: startOfLocalDay(Temporal.PlainDate.from(payment.date)),
      channel: 'boleto',
    }
  const states = movements.flatMap((each) =>
    each.movement === 'REGISTERED' && each.amount !== amount
      ? []
      : (stateAfter[each.movement] ?? []),
  )
  const last = states.at(-1)
  if (last) return { kind: last }
  const rejection = movements.find(({ movement }) => movement === 'REJECTED')
  return rejection
    ? { kind: 'refused', reason: rejection.reason ?? '', sequence: rejection.sequence }
    : { kind: 'unconfirmed' }
}

const stateAfter: Partial<Record<MovementKind, 'open' | 'in-protest' | 'cancelled'>> = {
  REGISTERED: 'open',
  IN_PROTEST: 'in-protest',
  PROTEST_ENDED: 'open',
  WRITTEN_OFF: 'cancelled',
}
