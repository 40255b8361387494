import { activeAccountWriter } from '../accounts/active-account-store.ts'
import type { App } from '../app.ts'
import { collectAccountShortfall } from '../disputes/collect-shortfall.ts'
import { type AnyWriter, type Write, write } from '../journal/change.ts'
import { WriteConflict } from '../journal/journal.ts'
import { bareId } from '../primitives/id.ts'
import { ownerLeaseMs } from '../providers/polling/retry-schedule.ts'
import type { Payout } from '../providers/ports/payout.ts'
import { hasDebtOrShortfall, requireDebt, requireNoDebt } from '../settlement/no-debt-guard-store.ts'
import { recordCanceled } from './cancel-cashout.ts'
import { type Cashout, nextVersion } from './cashout.ts'
import { type CashoutChangeOptions, cashoutStep } from './cashout-change.ts'
import type { CashoutWork } from './cashout-queue-store.ts'
import { recordStep } from './record-cashout-step.ts'
import { askLater, nextCheckAt, recordPayout } from './record-payout.ts'

/**
 * Sends a cashout to its bank. That it is about to be sent is committed before the first byte
 * leaves (docs/design/rules.md#u2). The id the bank sees is ours, so that the bank can be asked
 * about this call and the call can be repeated. If the account owes money, or a dispute of it is
 * short, the cashout is canceled instead. While the account is suspended it stays as it is.
 */
export async function sendCashout(app: App, cashout: Cashout): Promise<void> {
  const at = app.clock.now()
  const sending = nextVersion(cashout, at, { status: 'PROCESSING', sentAt: at })
  const lostBy = await recordUnlessOwed(app, cashout, {
    record: (extraWrites) => record(app, cashout, sending, { extraWrites: [active(cashout), ...extraWrites] }),
    end: (extraWrites) => recordCanceled(app, cashout, { canceledReason: 'owed' }, { extraWrites }),
  })
  if (lostBy === undefined) await callBank(app, { cashout: sending, queries: 0 }, { isRepeat: false })
}

/**
 * Sends it again: under one id it is one payment. Committed before each try, so that two never think they are the only one.
 * One of which no try can have arrived has not left: what stops a first try ends it, FAILED. While the account is suspended
 * nothing is sent again, and the bank is asked on.
 */
export async function sendAgain(app: App, work: CashoutWork): Promise<void> {
  const { cashout, queries } = work
  const { provenUnsent = false, ...rest } = cashout
  const sending = nextVersion(rest, app.clock.now(), {})
  const tryAgain = (extraWrites: readonly Write[] = []) =>
    record(app, cashout, sending, {
      ...{ notify: false, eventType: 'cashout.sent_again' },
      extraWrites: [active(cashout), ...extraWrites],
    })
  const lostBy = provenUnsent
    ? await recordUnlessOwed(app, cashout, {
        record: tryAgain,
        end: (extraWrites) => {
          const failed = nextVersion(rest, app.clock.now(), { status: 'FAILED', failure: owedFirst })
          return recordStep(app, { before: cashout, after: failed }, { extraWrites })
        },
      })
    : await tryAgain()
  if (lostBy === undefined) await callBank(app, { cashout: sending, queries }, { isRepeat: !provenUnsent })
  else if (lostBy === activeAccountWriter) await askLater(app, work)
}

const active = ({ accountId }: Cashout): Write => write(activeAccountWriter, { accountId })

const owedFirst = {
  code: 'owed',
  reason: 'Antes de o saque chegar ao banco, uma contestação ou um débito da conta precisou do dinheiro.',
} as const

interface Leave {
  /** That it is about to leave. Answers which writer lost. */
  readonly record: (extraWrites: readonly Write[]) => Promise<AnyWriter | undefined>
  /** That it does not. `undefined`: it lost. */
  readonly end: (extraWrites: readonly Write[]) => Promise<Cashout | undefined>
}

/**
 * `undefined`: it may leave, and that is recorded. Otherwise the writer that stops it. Where disputes have a claim, or the
 * account owes, they take what came in, and it is tried again; what then still owes ends no more cashouts than it takes.
 */
async function recordUnlessOwed(app: App, { accountId }: Cashout, leave: Leave): Promise<AnyWriter | undefined> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const lostBy = await leave.record([write(requireNoDebt, { accountId })])
    if (lostBy !== requireNoDebt) return lostBy // Recorded, ended, another worker's, or of a suspended account.
    await collectAccountShortfall(app, accountId)
    if ((await hasDebtOrShortfall(app.sql, accountId)) && (await leave.end([write(requireDebt, { accountId })]))) break
  }
  return requireNoDebt
}

const mostTries = 3

async function callBank(app: App, work: CashoutWork, { isRepeat }: { readonly isRepeat: boolean }): Promise<void> {
  const { cashout } = work
  const payer = app.providers.payout(cashout.providerId)
  const outcome = await payer.send(payoutFor(cashout), AbortSignal.timeout(app.config.limits.acquirerCallMs))
  if (outcome.kind === 'refused' && isRepeat) {
    // A no to this try. An earlier one may have been taken, and be the reason: only asking tells.
    const { accountId, id } = cashout
    app.log.warn({ accountId, cashoutId: id, code: outcome.code }, 'a cashout that was sent again was refused')
    return askLater(app, work)
  }
  if (outcome.kind === 'not-sent' && !isRepeat) return recordUnsent(app, work)
  return recordPayout(app, work, outcome)
}

/** No byte of it arrived, for certain: the next try is as good as the first, and its no is a no. */
async function recordUnsent(app: App, { cashout, queries }: CashoutWork): Promise<void> {
  const at = app.clock.now()
  const unsent = nextVersion(cashout, at, { provenUnsent: true })
  const checkAt = nextCheckAt({ cashout: unsent, queries }, at)
  await record(app, cashout, unsent, { notify: false, eventType: 'cashout.not_sent', ...(checkAt && { checkAt }) })
}

/** Which writer lost; `undefined`: it is recorded. Until the call is over nobody else asks. */
async function record(
  app: App,
  before: Cashout,
  after: Cashout,
  options: Omit<CashoutChangeOptions, 'links'>,
): Promise<AnyWriter | undefined> {
  const checkAt = new Date(after.updatedAt.getTime() + ownerLeaseMs)
  try {
    await app.journal.record(cashoutStep(before, after, { links: app.links, checkAt, ...options }))
    return undefined
  } catch (cause) {
    if (cause instanceof WriteConflict) return cause.writer
    throw cause
  }
}

const payoutFor = (cashout: Cashout): Payout => ({
  payoutId: bareId(cashout.id),
  amount: cashout.amount,
  key: cashout.key,
  ...(cashout.ownerDocument !== undefined && { ownerDocument: cashout.ownerDocument }),
  ...(cashout.order.description !== null && { message: cashout.order.description }),
})
