import type { App } from '../app.ts'
import { cashoutStop } from '../books-audit/cashout-stop-store.ts'
import { waitsForSweep } from '../books-audit/restore-gate.ts'
import { bareId } from '../primitives/id.ts'
import { payoutQueryMs } from '../providers/polling/timeouts.ts'
import { type Cashout, earliestOf } from './cashout.ts'
import {
  type CashoutWork,
  cashoutByReference,
  makeCashoutsDue,
  scheduleCashoutCheck,
} from './cashout-queue-store.ts'
import { recordPayout, scheduleQuery } from './record-payout.ts'
import { requestApproval } from './request-approval.ts'
import { isSendable, sendAgain, sendCashout } from './send-cashout.ts'

/**
 * Runs the next step of a due cashout. It may run twice, and concurrently with the provider call.
 */
export async function advanceCashout(app: App, work: CashoutWork): Promise<void> {
  const { cashout } = work
  switch (cashout.status) {
    case 'PENDING':
      return cashout.approval?.state === 'waiting'
        ? requestApproval(app, work)
        : sendOrWait(app, cashout)
    case 'PROCESSING':
    case 'COMPLETED':
      return resolveCashout(app, work)
    case 'FAILED':
    case 'CANCELED':
    case 'REFUNDED':
      return scheduleQuery(app, work)
  }
}

async function sendOrWait(app: App, cashout: Cashout): Promise<void> {
  const now = app.clock.now()
  // This process may be the first to notice a restore. The claim excludes a stop that is known.
  if (await waitsForSweep(app))
    return scheduleCashoutCheck(app.sql, cashout, new Date(now.getTime() + sweepWaitMs))
  const earliest = earliestOf(cashout, now)
  return earliest > now
    ? scheduleCashoutCheck(app.sql, cashout, earliest)
    : sendCashout(app, cashout)
}

const sweepWaitMs = 60_000

/** Queries the bank for the cashout, and records the result. */
export async function resolveCashout(app: App, work: CashoutWork): Promise<void> {
  const { cashout } = work
  const payer = app.providers.payout(cashout.providerId)
  const finding = await payer.find(bareId(cashout.id), AbortSignal.timeout(payoutQueryMs))
  if (app.providerHealth.recordResponse(cashout, finding.kind !== 'unknown', app.clock.now()))
    await queryOthersNow(app, cashout.providerId)
  if (finding.kind !== 'not-found' && finding.kind !== 'waiting')
    return recordPayout(app, work, finding)
  // The bank has not received it, does not show it yet, or has not moved its money. Under the same
  // id it is the same payment, so it is sent again (docs/design/rules.md#u4).
  const maySend =
    cashout.status === 'PROCESSING' &&
    payer.capabilities.isIdempotent &&
    isSendable(cashout) &&
    !(await waitsForSweep(app)) &&
    !(await cashoutStop(app.sql))
  return maySend
    ? sendAgain(app, work, { isAtBank: finding.kind === 'waiting' })
    : scheduleQuery(app, work)
}

/** A failure drops no finding. Then each of the other cashouts keeps its own time. */
async function queryOthersNow(app: App, providerId: string): Promise<void> {
  try {
    await makeCashoutsDue(app, providerId, 200)
  } catch (cause) {
    app.log.warn({ providerId, err: String(cause) }, 'the cashouts of a bank were not made due')
  }
}

/**
 * A payout bank reports a payment. The bank is queried for the matching cashout at once, except for
 * a cashout with status PENDING, which is not sent yet. Returns false when no cashout has this id.
 */
export async function handleCashoutNotice(
  app: App,
  providerId: string,
  reference: string,
): Promise<boolean> {
  const work = await cashoutByReference(app.sql, providerId, reference)
  if (work && work.cashout.status !== 'PENDING') await resolveCashout(app, work)
  return work !== undefined
}
