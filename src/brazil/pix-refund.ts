import { dayMs } from '../primitives/durations.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { isRefundId } from './pix-ids.ts'

/** A refund (devolução) of a received Pix, as its receiver requested it. */
export type PixRefund = {
  /** Created by the receiver, unique for the Pix. */
  id: string
  amount: Cents
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'
}

/** `repeat`: the same request came before; return the existing refund. */
export type PixRefundPlan =
  | { kind: 'new' }
  | { kind: 'repeat'; refund: PixRefund }
  | { kind: 'refused'; problem: 'id' | 'other-content' | 'too-late' | 'zero' | 'too-much' }

/** How long after its settlement the receiver may return a Pix. */
export const pixRefundDays = 90

export type PixRefundRequest = { id: string; amount: Cents; at: Date }

/**
 * Whether a refund may be created (API Pix, `PixDevolucaoInvalida`). Decide and record it under one
 * lock, so that two concurrent requests cannot both pass.
 */
export function planPixRefund(
  pix: { amount: Cents; settledAt: Date; refunds: readonly PixRefund[] },
  { id, amount, at }: PixRefundRequest,
): PixRefundPlan {
  if (!isRefundId(id)) return { kind: 'refused', problem: 'id' }
  const known = pix.refunds.find((refund) => refund.id === id)
  if (known?.amount === amount) return { kind: 'repeat', refund: known }
  if (known) return { kind: 'refused', problem: 'other-content' }
  if (at.getTime() - pix.settledAt.getTime() > pixRefundDays * dayMs)
    return { kind: 'refused', problem: 'too-late' }
  if (amount === 0) return { kind: 'refused', problem: 'zero' }
  if (amount > refundableAmount(pix)) return { kind: 'refused', problem: 'too-much' }
  return { kind: 'new' }
}

/** The amount left to return: a failed refund frees its amount, one in progress holds it. */
export function refundableAmount(pix: { amount: Cents; refunds: readonly PixRefund[] }): Cents {
  const held = pix.refunds.filter(({ status }) => status !== 'NAO_REALIZADO')
  return cents(pix.amount - held.reduce((sum, { amount }) => sum + amount, 0))
}
