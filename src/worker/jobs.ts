import type { App } from '../app.ts'
import { approvalQueue } from '../approvals/approval-store.ts'
import { continueSecondPersonChange } from '../approved-changes/continue-approvals.ts'
import { closeAuditDays } from '../audit-log/close-audit-days.ts'
import { endRetention, hasEndedRetention } from '../audit-log/end-retention.ts'
import { auditOpenDay } from '../books-audit/audit-open-day.ts'
import { closeDays } from '../books-audit/close-days.ts'
import { verifyOneDay } from '../books-audit/verify-days.ts'
import { hasDueRecheck } from '../cases/recheck-store.ts'
import { deleteExpiredGuards } from '../cashout/cashout-guard-store.ts'
import { cashoutQueue } from '../cashout/cashout-queue-store.ts'
import { dueSchedules } from '../cashout/cashout-schedule-store.ts'
import { advanceCashout } from '../cashout/resolve-cashout.ts'
import { runSchedules } from '../cashout/run-schedule.ts'
import { cleanSessions } from '../checkout/clean-sessions.ts'
import { completeLink } from '../checkout/complete-link.ts'
import { linkQueue } from '../checkout/payment-link-store.ts'
import type { DueRows } from '../db/due-rows.ts'
import { leaseMs } from '../db/queue-load.ts'
import type { Fragment } from '../db/statement.ts'
import type { WorkQueue } from '../db/work-queue-store.ts'
import { checkQueue, removalQueue } from '../device-pay/registration-store.ts'
import { deleteExpiredSessions } from '../device-pay/session-store.ts'
import { watchCheckoutDomains } from '../device-pay/watch-checkout-domains.ts'
import { finishRemoval, watchDomain } from '../device-pay/watch-domains.ts'
import { advanceDispute } from '../disputes/advance-dispute.ts'
import { collectShortfalls } from '../disputes/collect-shortfall.ts'
import { disputeQueue, shortDisputes } from '../disputes/dispute-queue-store.ts'
import { hasDuePoll, isPolling, pollDisputes } from '../disputes/poll-disputes.ts'
import { deleteExpiredAnswers } from '../idempotency/idempotency-store.ts'
import { cleanMails } from '../mail/clean-mails.ts'
import { mailQueue } from '../mail/mail-store.ts'
import { sendMail } from '../mail/send-mail.ts'
import { keepMonths } from '../months/keep-months.ts'
import { countTotals } from '../overview/count-totals.ts'
import { monotonicMs } from '../primitives/clock.ts'
import { withTimeout } from '../primitives/with-timeout.ts'
import { deleteOldCalls } from '../providers/health/call-store.ts'
import {
  hasDueFiles,
  recheckDueProviders,
  runReconciliation,
} from '../reconciliation/run-reconciliation.ts'
import { refundQueue } from '../refunds/refund-store.ts'
import { continueRefund } from '../refunds/send-refund.ts'
import { emptyOldDays } from '../request-log/request-log-store.ts'
import { receivableQueue } from '../settlement/receivable-store.ts'
import { releaseReceivable } from '../settlement/release-receivable.ts'
import { inOwnTrace } from '../tracing/tracing.ts'
import { attemptQueue } from '../transactions/card/attempt-store.ts'
import { resolveAttempt } from '../transactions/card/reconcile-attempt.ts'
import { syncCharge } from '../transactions/charge/sync-charge.ts'
import { hasDueRemittances } from '../transactions/remittance/remittance-file-store.ts'
import { dueRecords } from '../transactions/remittance/remittance-store.ts'
import { numberRemittances, sendRemittances } from '../transactions/remittance/send-remittances.ts'
import { transactionQueue } from '../transactions/transaction-store.ts'
import { alertFailingEndpoints } from '../webhooks/alert-failing-endpoints.ts'
import { unnotifiedRows } from '../webhooks/failing-address-store.ts'
import { migrateDeliveries } from '../webhooks/migrate-deliveries.ts'
import { unsettledRows } from '../webhooks/webhook-endpoint-store.ts'
import { rewrapSecrets } from './rewrap-secrets.ts'

/** One kind of due work. */
export type Job = TurnJob | BesideJob

interface AnyJob {
  readonly name: string
  /**
   * The due work of this kind, or SQL that is true while there is some. The worker reads it for all
   * jobs in one statement, so it reads an index. Left out: the job looks by itself.
   */
  due?(app: App): DueRows | Fragment
}

/** The turn of the worker waits for it. */
interface TurnJob extends AnyJob {
  readonly isUnderWay?: never
  readonly ended?: never
  /** Does a bounded batch. Returns the number of items done. */
  readonly run: (app: TurnApp) => Promise<number>
}

/** Without adapters and mail server: a turn waits for no other system than the database. */
type TurnApp = Omit<App, 'providers' | 'mailer'>

/** The turn waits for it for a limited time, and its work continues beside the other jobs. */
interface BesideJob extends AnyJob {
  /** Whether work that an earlier turn began has not ended. */
  isUnderWay(app: App): boolean
  /** Resolves when that work has ended: a worker that stops waits for it. Left out: it does not. */
  ended?(app: App): Promise<unknown>
  /** Begins a bounded batch. Returns the number of items done, or 1 while it has not ended. */
  readonly run: (app: App) => Promise<number>
}

/** Every kind of due work except webhooks, which have a loop of their own. */
export const jobs: readonly Job[] = [
  providerJob('resolve-attempts', attemptQueue, resolveAttempt),
  providerJob('sync-charges', transactionQueue, syncCharge),
  providerJob('continue-refunds', refundQueue, continueRefund),
  // A release calls no provider, so a batch is as large as one commit.
  queueJob('release-receivables', receivableQueue, releaseReceivable, { claims: 128 }),
  {
    name: 'poll-disputes',
    due: hasDuePoll,
    isUnderWay: isPolling,
    run: (app) => inOwnTrace(app.tracing, spanOf(app), () => pollDisputes(app)),
  },
  // After the jobs that receive money have begun. A commit that sends money checks the same.
  { name: 'collect-shortfalls', due: shortDisputes, run: collectShortfalls },
  { name: 'run-schedules', due: dueSchedules, run: runSchedules },
  providerJob('advance-cashouts', cashoutQueue, advanceCashout),
  // It calls no bank, but reads the agreement from the adapter.
  {
    name: 'number-remittances',
    due: dueRecords,
    ...untilEnded(inBackground(250, numberRemittances)),
  },
  {
    name: 'send-remittances',
    due: hasDueRemittances,
    ...inBackground(2_000, sendRemittances),
  },
  providerJob('watch-domains', checkQueue, watchDomain),
  { name: 'watch-checkout-domains', ...inBackground(250, watchCheckoutDomains) },
  providerJob('finish-removals', removalQueue, finishRemoval),
  queueJob('complete-links', linkQueue, completeLink),
  { name: 'migrate-deliveries', due: unsettledRows, run: migrateDeliveries },
  { name: 'alert-failing-endpoints', due: unnotifiedRows, run: alertFailingEndpoints },
  {
    name: 'advance-disputes',
    due: disputeQueue.dueRows,
    ...inBackground(250, (app) =>
      forEachAccount(app, disputeQueue, advanceDispute, { accountsAtOnce }),
    ),
  },
  {
    name: 'send-mails',
    due: mailQueue.dueRows,
    ...inBackground(250, async ({ mailer, ...app }) =>
      mailer
        ? forEachAccount(app, mailQueue, (_app, mail) => sendMail({ ...app, mailer }, mail), {
            claims: 8,
          })
        : 0,
    ),
  },
  // After every job that may have queried a provider already.
  {
    name: 'run-reconciliation',
    due: hasDueFiles,
    ...inBackground(2_000, runReconciliation),
  },
  {
    name: 'recheck-due-providers',
    due: hasDueRecheck,
    ...inBackground(2_000, recheckDueProviders),
  },
  {
    name: 'delete-expired-sessions',
    run: atMostEvery(60_000, (app) => deleteExpiredSessions(app, 500)),
  },
  { name: 'count-totals', ...inBackground(250, atMostEvery(1_000, countTotals)) },
  // A statement about a whole day may take a minute, also when its connection has fallen silent.
  { name: 'close-days', ...inBackground(250, atMostEvery(60_000, closeDays)) },
  { name: 'verify-days', ...inBackground(250, atMostEvery(60_000, verifyOneDay)) },
  { name: 'close-audit-days', run: atMostEvery(60_000, closeAuditDays) },
  { name: 'audit-open-day', ...inBackground(250, atMostEvery(5_000, auditOpenDay)) },
  {
    name: 'delete-expired-guards',
    run: atMostEvery(60_000, (app) => deleteExpiredGuards(app, 500)),
  },
  {
    name: 'clean-checkout-sessions',
    run: atMostEvery(60_000, (app) => cleanSessions(app, 500)),
  },
  { name: 'clean-mails', run: atMostEvery(60_000, (app) => cleanMails(app, 500)) },
  {
    name: 'delete-old-calls',
    run: atMostEvery(60_000, ({ sql }) => deleteOldCalls(sql, 500)),
  },
  {
    name: 'empty-request-days',
    run: atMostEvery(60_000, ({ sql, clock }) => emptyOldDays(sql, clock.now())),
  },
  { name: 'keep-months', run: atMostEvery(60_000, keepMonths) },
  { name: 'rewrap-secrets', run: rewrapSecrets },
  {
    name: 'delete-expired-answers',
    run: atMostEvery(60_000, (app) => deleteExpiredAnswers(app.sql, 500)),
  },
  // A new provider registers our callback address at its bank.
  providerJob('continue-second-person-changes', approvalQueue, continueSecondPersonChange),
  { name: 'end-retention', due: hasEndedRetention, run: endRetention },
]

const spanOf = ({ actor }: Pick<App, 'actor'>) => ({
  name: `job ${actor.id}`,
  attributes: { 'guiche.job': actor.id },
})

/** A queue whose work calls no other system. */
export function queueJob<Item>(
  name: string,
  queue: WorkQueue<Item>,
  work: (app: TurnApp, item: Item) => Promise<unknown>,
  options: { readonly claims?: number } = {},
): TurnJob {
  return { name, due: queue.dueRows, run: (app) => forEachAccount(app, queue, work, options) }
}

/**
 * A queue whose work calls providers. It runs beside the other jobs: a provider that does not
 * respond delays no release of money, no check of the books and no call of another kind.
 */
function providerJob<Item>(
  name: string,
  queue: WorkQueue<Item>,
  work: (app: App, item: Item) => Promise<unknown>,
): BesideJob {
  const beside = inBackground(250, (app) => forEachAccount(app, queue, work, { accountsAtOnce }))
  return { name, due: queue.dueRows, ...untilEnded(beside) }
}

/** A worker that stops waits for this work. */
function untilEnded({
  current,
  ...beside
}: ReturnType<typeof inBackground>): Pick<BesideJob, 'run' | 'isUnderWay' | 'ended'> {
  return { ...beside, ended: async (app) => current(app) }
}

const accountsPerTurn = 50
const claimsPerAccount = 16

/** How many accounts' calls wait for providers at the same time. */
const accountsAtOnce = 8

/**
 * Accounts take turns with equal shares: one with much due work does not hold up the others. With
 * `accountsAtOnce`, the others do not wait for one whose provider does not respond. Throws what a
 * claim threw, when the work of the other accounts has ended.
 */
export async function forEachAccount<Item, Own extends TurnApp>(
  app: Own,
  queue: Pick<WorkQueue<Item>, 'accountsDue' | 'claim'>,
  work: (app: Own, item: Item) => Promise<unknown>,
  { claims = claimsPerAccount, accountsAtOnce = 1 } = {},
): Promise<number> {
  let done = 0
  // The lanes share it: each takes the next account.
  const accountIds = (await queue.accountsDue(app, accountsPerTurn)).values()
  const lane = async () => {
    for (const accountId of accountIds) {
      const items = await queue.claim(app, accountId, leaseMs, claims)
      done += items.length
      await Promise.all(
        items.map((item) =>
          // A failed item is due again when its lease ends; the others continue.
          inOwnTrace(app.tracing, spanOf(app), () => work(app, item)).catch((cause: unknown) => {
            app.metrics.jobFailed(app.actor.id)
            app.log.error({ job: app.actor.id, accountId, err: String(cause) }, 'due work failed')
          }),
        ),
      )
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: accountsAtOnce }, lane))
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
  return done
}

/** A failure of work in the background, which is counted and logged already. */
export class BackgroundFailure extends Error {
  override readonly name = 'BackgroundFailure'
}

/**
 * A slow call or statement runs beside the other work, and delays only its own kind. There is one
 * at a time for each `app`. Its failure is counted and logged here, because no caller, or several
 * of them, may wait for it.
 */
export function inBackground(
  waitMs: number,
  run: BesideJob['run'],
): Pick<BesideJob, 'run' | 'isUnderWay'> & {
  /** The work that has begun. */
  current(app: App): Promise<number> | undefined
} {
  const underWay = new WeakMap<App, Promise<number>>()
  const begin = (app: App): Promise<number> => {
    const begun = inOwnTrace(app.tracing, spanOf(app), () => run(app))
      .catch((cause: unknown) => {
        app.metrics.jobFailed(app.actor.id)
        app.log.error({ job: app.actor.id, err: String(cause) }, 'work beside the others failed')
        throw new BackgroundFailure('work beside the others failed', { cause })
      })
      .finally(() => underWay.delete(app))
    begun.catch(() => {}) // No caller may wait for it.
    underWay.set(app, begun)
    return begun
  }
  return {
    isUnderWay: (app) => underWay.has(app),
    current: (app) => underWay.get(app),
    run: async (app) => (await withTimeout(underWay.get(app) ?? begin(app), waitMs)) ?? 1,
  }
}

/** Housekeeping does not run in every turn of a worker. */
export function atMostEvery<Own extends object>(
  periodMs: number,
  run: (app: Own) => Promise<number>,
): (app: Own) => Promise<number> {
  const doneAtMs = new WeakMap<Own, number>()
  return async (app) => {
    const nowMs = monotonicMs()
    if (nowMs - (doneAtMs.get(app) ?? Number.NEGATIVE_INFINITY) < periodMs) return 0
    doneAtMs.set(app, nowMs)
    return run(app)
  }
}
