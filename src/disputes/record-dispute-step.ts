import { isPublicEvent } from '../../contract/events.ts'
import type { App } from '../app.ts'
import { write } from '../journal/change.ts'
import { balanceOf, post } from '../ledger/ledger-store.ts'
import { heldAmount } from '../settlement/hold.ts'
import {
  receivablesWriter,
  scheduledReceivables,
  stillScheduled,
} from '../settlement/receivable-store.ts'
import { remainingAmount } from '../transactions/remaining-amount.ts'
import { updateChange } from '../transactions/transaction-change.ts'
import type { Dispute } from './dispute.ts'
import type { AvailableFunds } from './dispute-money.ts'
import type { DisputeStep } from './dispute-step.ts'
import { disputesWriter, newDisputesWriter } from './dispute-store.ts'
import { recheckShortfallWriter } from './recheck-shortfall-store.ts'

/** The dependencies of every change of a dispute. */
export type Deps = Pick<App, 'sql' | 'clock' | 'journal' | 'links' | 'log'>

/**
 * Commits the dispute, its payment and the money together or not at all. Throws `WriteConflict`.
 */
export function recordDisputeStep(
  app: Pick<App, 'journal' | 'links'>,
  step: DisputeStep,
): Promise<void> {
  const { before, after, dispute, movement, eventType } = step
  return app.journal.record(
    updateChange(before, after, {
      links: app.links,
      eventType,
      notify: isPublicEvent(eventType),
      extraWrites: [
        write(dispute.version === 1 ? newDisputesWriter : disputesWriter, dispute),
        // Money that this dispute no longer takes may be taken by another of the payment.
        ...(remainingAmount(after) > remainingAmount(before)
          ? [write(recheckShortfallWriter, dispute)]
          : []),
        ...(movement?.receivables ?? []).map((receivable) => write(receivablesWriter, receivable)),
        ...post(movement?.posting ?? []),
      ],
    }),
  )
}

/**
 * Loads the money that a dispute of at most `amount` cents may take, and the receivables to which
 * it may release.
 */
export async function loadAvailableFunds(
  app: Pick<App, 'sql'>,
  { accountId, amount, holds }: Pick<Dispute, 'accountId' | 'amount' | 'holds'>,
): Promise<AvailableFunds> {
  const heldFromIds = holds.flatMap(({ receivableId }) => receivableId ?? [])
  const [balance, heldFrom] = await Promise.all([
    balanceOf(app, accountId),
    stillScheduled(app.sql, accountId, heldFromIds),
  ])
  const wanted = amount - heldAmount(holds) - balance.available
  const scheduled = await scheduledReceivables(app.sql, accountId, wanted)
  return { balance, scheduled, heldFrom }
}
