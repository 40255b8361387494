import type { Balance, Posting } from '../ledger/posting.ts'
import { type Cents, cents } from '../primitives/money.ts'
import {
  causedTransfer,
  type Hold,
  type HoldCause,
  heldAmount,
  holdPosting,
  planHolds,
  reducedReceivables,
  releasePosting,
  restoredReceivables,
} from '../settlement/hold.ts'
import type { Receivable } from '../settlement/receivable.ts'
import { methods } from '../transactions/methods/methods.ts'
import type { PaymentMethod } from '../transactions/transaction.ts'
import type { Dispute } from './dispute.ts'

/** The account's balance, and the receivables that the dispute may take from or release to. */
export interface AvailableFunds {
  readonly balance: Balance
  /** Pending receivables that are not taken completely, the earliest due first. */
  readonly scheduled: readonly Receivable[]
  /** The pending receivables that the dispute took from. */
  readonly heldFrom: readonly Receivable[]
}

/**
 * The effect of a dispute on the account's money: its new holds, and the transfers and receivables
 * that produce them.
 */
export interface Movement {
  readonly holds: readonly Hold[]
  readonly posting: Posting
  readonly receivables: readonly Receivable[]
  /** The missing amount, in cents. */
  readonly missing: Cents
}

export const disputeCause = ({ accountId, transactionId, id }: Dispute): HoldCause<'dispute'> => ({
  accountId,
  transactionId,
  cause: { type: 'dispute', id },
})

/**
 * Blocks available and pending money, until `disputableAmount` is blocked. Creates no debt, because
 * it is only a claim.
 */
export function block(
  dispute: Dispute,
  disputable: Cents,
  funds: AvailableFunds,
  at: Date,
): Movement {
  const wanted = cents(Math.max(disputable - heldAmount(dispute.holds), 0))
  const { holds, missing } = planHolds(wanted, funds)
  return {
    holds: [...dispute.holds, ...holds],
    posting: holdPosting(disputeCause(dispute), holds, at, holdName(dispute)),
    receivables: reducedReceivables(funds.scheduled, holds),
    missing,
  }
}

/** The merchant won, so every part is released to where it was taken from. */
export function release(dispute: Dispute, funds: AvailableFunds, at: Date): Movement {
  return { ...nothing, ...restore(dispute, dispute.holds, funds, at) }
}

/**
 * The payer won. `amount` leaves by the payment's own rail, in addition to what was lost before.
 * The missing part becomes debt. What was blocked above the amount is released.
 */
export function lose(
  dispute: Dispute,
  {
    amount,
    method,
    funds,
    at,
  }: {
    readonly amount: Cents
    readonly method: PaymentMethod
    readonly funds: AvailableFunds
    readonly at: Date
  },
): Movement {
  const excess = partsAbove(dispute.holds, amount)
  const restored = restore(dispute, excess, funds, at)
  const { holds, missing } = planHolds(
    cents(Math.max(amount - heldAmount(dispute.holds), 0)),
    funds,
  )
  const taken: readonly Hold[] =
    missing === 0 ? holds : [...holds, { book: 'debt', amount: missing }]
  const loss = causedTransfer(disputeCause(dispute), at, {
    debit: 'blocked',
    credit: methods[method].clearingBook,
    amount,
    // The rest is taken in a separate step.
    effect: dispute.status === 'LOST' ? `loss-${dispute.version + 1}` : 'loss',
  })
  return {
    ...nothing,
    posting: [
      ...restored.posting,
      ...holdPosting(disputeCause(dispute), taken, at, holdName(dispute)),
      ...(amount > 0 ? [loss] : []),
    ],
    receivables: [...restored.receivables, ...reducedReceivables(funds.scheduled, holds)],
  }
}

/** The issuer reversed the loss: a new credit. Like any credit it pays a debt first. */
export function reverse(dispute: Dispute, method: PaymentMethod, at: Date): Movement {
  const { lostAmount: amount } = dispute
  const back = {
    debit: methods[method].clearingBook,
    credit: 'available',
    amount,
    effect: 'reversal',
  } as const
  return {
    ...nothing,
    posting: amount > 0 ? [causedTransfer(disputeCause(dispute), at, back)] : [],
  }
}

/** Each step that holds money has its own effect names. */
const holdName = ({ version }: Dispute): `hold-${number}` => `hold-${version + 1}`

const nothing: Movement = { holds: [], posting: [], receivables: [], missing: cents(0) }

function restore(
  dispute: Dispute,
  holds: readonly Hold[],
  { heldFrom }: AvailableFunds,
  at: Date,
): Pick<Movement, 'posting' | 'receivables'> {
  const receivables = restoredReceivables(heldFrom, holds)
  const isStillScheduled = (id: string) => receivables.some((receivable) => receivable.id === id)
  return {
    posting: releasePosting(disputeCause(dispute), holds, at, isStillScheduled),
    receivables,
  }
}

/** The parts of holds above an amount: the last ones, one of them perhaps in part. */
function partsAbove(holds: readonly Hold[], amount: Cents): readonly Hold[] {
  let left: number = amount
  return holds.flatMap((hold) => {
    const kept = Math.min(hold.amount, left)
    left -= kept
    return kept === hold.amount ? [] : [{ ...hold, amount: cents(hold.amount - kept) }]
  })
}
