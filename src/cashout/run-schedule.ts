import { cashoutSettingsOf } from '../accounts/cashout-settings.ts'
import type { Grant } from '../accounts/grant.ts'
import type { App } from '../app.ts'
import { collectAccountShortfall } from '../disputes/collect-shortfall.ts'
import { WriteConflict } from '../journal/journal.ts'
import { balanceOf } from '../ledger/ledger-store.ts'
import { derivedId, markedId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type CashoutSchedule, nextWithdrawal, withdrawalAmount } from './cashout-schedule.ts'
import { claimDueSchedules, finishRun, scheduleOf } from './cashout-schedule-store.ts'
import { cashoutUsed } from './cashout-usage-store.ts'
import { createCashout } from './create-cashout.ts'
import { limitPeriod } from './limit-period.ts'

/** Creates the automatic withdrawals that are due. Returns the number of schedules processed. */
export async function runSchedules(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'accounts' | 'links'>,
): Promise<number> {
  const due = await claimDueSchedules(app, leaseMs, 50)
  for (const schedule of due) {
    await runSchedule(app, schedule).catch((cause: unknown) =>
      app.log.error(
        { accountId: schedule.accountId, err: String(cause) },
        'an automatic withdrawal failed',
      ),
    )
  }
  return due.length
}

const leaseMs = 60_000

/**
 * One run of one schedule creates one cashout, also when the run is repeated, because the id of the
 * cashout is derived from both.
 */
async function runSchedule(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'accounts' | 'links'>,
  { runAt, ...schedule }: CashoutSchedule & { readonly runAt: Date },
): Promise<void> {
  const { accountId, plan } = schedule
  const now = app.clock.now()
  const account = await app.accounts.byId(accountId)
  const price = account?.settings.prices.CASHOUT
  if (!price && account?.status === 'active')
    app.log.warn({ accountId, code: 'price-not-set' }, 'an automatic withdrawal was not possible')
  if (price && account.status === 'active') {
    const rules = { ...cashoutSettingsOf(account), price }
    const period = limitPeriod(now)
    // Only the money above the reserve and the fee can be withdrawn.
    await collectAccountShortfall(app, accountId)
    const [{ available }, used] = await Promise.all([
      balanceOf(app, accountId),
      cashoutUsed(app.sql, accountId, period),
    ])
    const amount = withdrawalAmount(plan, rules, { available, used, period })
    // Schedules that are claimed together run one after another, and this one may have changed.
    if (amount > 0 && (await scheduleOf(app.sql, accountId))?.version === schedule.version) {
      const order = {
        beneficiaryName: plan.beneficiaryName,
        beneficiaryDocument: plan.beneficiaryDocument,
        description: null,
        postbackUrl: plan.postbackUrl,
        externalRef: null,
      }
      const { requestedBy } = plan
      const source = {
        order,
        skipsDuplicateCheck: true,
        grant: scheduleGrant,
        ...(requestedBy && { requestedBy }),
      }
      const request = { amount, pixKey: plan.key.value, keyType: plan.key.type, ...source }
      const id = markedId(
        derivedId(`automatic withdrawal ${accountId} ${runAt.toISOString()}`),
        accountId,
      )
      try {
        await createCashout(app, account, { ...request, origin: 'schedule' }, { id })
      } catch (cause) {
        // Either a run that died has created it already, or it is not possible now and the next run
        // tries again.
        const isRejected = cause instanceof Rejection && !transientErrors.has(cause.code)
        if (!isRejected && !(cause instanceof WriteConflict)) throw cause
        if (isRejected)
          app.log.warn({ accountId, code: cause.code }, 'an automatic withdrawal was not possible')
      }
    }
  }
  await finishRun(app.sql, schedule, nextWithdrawal(plan, now))
}

/** The permission was checked when the key created the schedule. */
const scheduleGrant: Grant = { permissions: new Set(['cashouts:create']) }

/** The error is not about this withdrawal, so it is retried when the lease ends. */
const transientErrors = new Set(['overloaded', 'database-unavailable'])
