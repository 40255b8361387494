import assert from 'node:assert/strict'
import { activeAccountWriter } from '../accounts/active-account-store.ts'
import type { App } from '../app.ts'
import { readBankAccount } from '../brazil/bank-account.ts'
import { collectAccountShortfall } from '../disputes/collect-shortfall.ts'
import { type AnyWriter, type Write, write } from '../journal/change.ts'
import { WriteConflict } from '../journal/journal.ts'
import { bareId } from '../primitives/id.ts'
import { ownerLeaseMs } from '../providers/polling/retry-schedule.ts'
import type { OwnerQuery, Payout } from '../providers/ports/payout.ts'
import {
  hasDebtOrShortfall,
  requireDebt,
  requireNoDebt,
} from '../settlement/no-debt-guard-store.ts'
import { recordCanceled } from './cancel-cashout.ts'
import { type Cashout, nextCashout } from './cashout.ts'
import { type CashoutChangeOptions, cashoutStep } from './cashout-change.ts'
import { payoutCode } from './cashout-code.ts'
import type { CashoutWork } from './cashout-queue-store.ts'
import { type AskedOwner, isFresh } from './owner-query.ts'
import { recordCashoutStep } from './record-cashout-step.ts'
import { isPlanOver, nextCheckAt, recordPayout, scheduleQuery } from './record-payout.ts'

/**
 * Sends a cashout to its bank. The attempt is committed before the first byte is sent
 * (docs/design/rules.md#u2). The id that the bank sees is ours, so the bank can be queried about
 * this request and the request can be repeated. If the account has a debt, or one of its disputes
 * is short, the cashout is canceled instead. While the account is suspended the cashout is
 * unchanged.
 */
export async function sendCashout(app: App, cashout: Cashout): Promise<void> {
  const at = app.clock.now()
  const sending = nextCashout(cashout, at, { status: 'PROCESSING', sentAt: at })
  const lostBy = await recordUnlessOwed(app, cashout, {
    record: (extraWrites) =>
      record(app, cashout, sending, { extraWrites: [active(cashout), ...extraWrites] }),
    end: (extraWrites) => recordCanceled(app, cashout, { canceledReason: 'owed' }, { extraWrites }),
  })
  if (lostBy === undefined)
    await callBank(app, { cashout: sending, queries: 0 }, { isRepeat: false })
}

/**
 * Sends the cashout again. Requests with one id are one payment. Each attempt is committed first,
 * so that two attempts never count as one. If the bank cannot have the payment, the reasons that
 * stop a first attempt end the cashout as FAILED. While the account is suspended nothing is sent
 * again, and the bank is still queried. `isAtBank`: the bank reports that the payment waits there.
 */
export async function sendAgain(
  app: App,
  work: CashoutWork,
  { isAtBank }: { readonly isAtBank: boolean },
): Promise<void> {
  const { cashout, queries } = work
  const { provenUnsent = false, ...rest } = cashout
  const isFirst = provenUnsent && !isAtBank
  const sending = nextCashout(rest, app.clock.now(), {})
  const recordAttempt = (extraWrites: readonly Write[] = []) =>
    record(app, cashout, sending, {
      notify: false,
      eventType: 'cashout.sent_again',
      extraWrites: [active(cashout), ...extraWrites],
    })
  const lostBy = isFirst
    ? await recordUnlessOwed(app, cashout, {
        record: recordAttempt,
        end: (extraWrites) => {
          const failed = nextCashout(rest, app.clock.now(), {
            status: 'FAILED',
            failure: owedFailure,
          })
          return recordCashoutStep(app, { before: cashout, after: failed }, { extraWrites })
        },
      })
    : await recordAttempt()
  if (lostBy === undefined)
    await callBank(app, { cashout: sending, queries }, { isRepeat: !isFirst })
  else if (lostBy === activeAccountWriter) await scheduleQuery(app, work)
}

const active = ({ accountId }: Cashout): Write => write(activeAccountWriter, { accountId })

const owedFailure = {
  code: 'owed',
  reason:
    'Antes de o saque chegar ao banco, uma disputa ou um débito da conta precisou do dinheiro.',
} as const

interface SendingAttempt {
  /** Records that the cashout is about to be sent. Returns the writer that lost. */
  readonly record: (extraWrites: readonly Write[]) => Promise<AnyWriter | undefined>
  /** Records that the cashout is not sent. `undefined`: the change lost. */
  readonly end: (extraWrites: readonly Write[]) => Promise<Cashout | undefined>
}

/**
 * Returns `undefined` when the sending is recorded, else the writer that prevents it.
 * If disputes have a claim or the account has a debt, they first collect the received money, and
 * the attempt is repeated. If a debt remains, only as many cashouts are canceled as it requires.
 */
async function recordUnlessOwed(
  app: Pick<App, 'log' | 'sql' | 'clock' | 'journal' | 'links'>,
  { accountId }: Cashout,
  attempt: SendingAttempt,
): Promise<AnyWriter | undefined> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const lostBy = await attempt.record([write(requireNoDebt, { accountId })])
    // It is recorded, final, claimed by another worker, or of a suspended account.
    if (lostBy !== requireNoDebt) return lostBy
    await collectAccountShortfall(app, accountId)
    if (
      (await hasDebtOrShortfall(app.sql, accountId)) &&
      (await attempt.end([write(requireDebt, { accountId })]))
    )
      break
  }
  return requireNoDebt
}

const mostTries = 3

async function callBank(
  app: App,
  work: CashoutWork,
  { isRepeat }: { readonly isRepeat: boolean },
): Promise<void> {
  const { cashout } = work
  const payer = app.providers.payout(cashout.providerId)
  const outcome = await payer.send(
    payoutFor(cashout, app.clock.now()),
    AbortSignal.timeout(app.config.limits.acquirerCallMs),
  )
  const ids = { accountId: cashout.accountId, cashoutId: cashout.id }
  if (outcome.kind === 'refused' && isRepeat) {
    // This attempt was rejected. An earlier attempt may have been accepted, and be the reason for
    // it. Only a query decides.
    app.log.warn({ ...ids, code: outcome.code }, 'a cashout that was sent again was refused')
    return scheduleQuery(app, work)
  }
  if (outcome.kind === 'not-sent' || outcome.kind === 'waiting')
    app.log.warn({ ...ids, err: String(outcome.cause) }, 'a cashout was not sent')
  if (outcome.kind === 'not-sent' && !isRepeat) return recordUnsent(app, work)
  return recordPayout(app, work, outcome)
}

/**
 * The bank does not have the payment, with certainty. So the next attempt counts as the first, and
 * its rejection is final. After seven days there is no next attempt, and the cashout has failed.
 */
async function recordUnsent(
  app: Pick<App, 'clock' | 'journal' | 'links'>,
  { cashout, queries }: CashoutWork,
): Promise<void> {
  const at = app.clock.now()
  if (isPlanOver({ cashout, queries }, at)) {
    const after = nextCashout(cashout, at, { status: 'FAILED', failure: unsentFailure })
    await recordCashoutStep(app, { before: cashout, after })
    return
  }
  const unsent = nextCashout(cashout, at, { provenUnsent: true })
  const checkAt = nextCheckAt({ cashout: unsent, queries }, at)
  await record(app, cashout, unsent, {
    notify: false,
    eventType: 'cashout.not_sent',
    ...(checkAt && { checkAt }),
  })
}

const unsentFailure = {
  code: 'not-sent',
  reason: 'Em sete dias o envio não chegou ao banco. O dinheiro voltou ao saldo.',
} as const

/**
 * Returns the writer that lost. `undefined`: it is recorded. No other worker queries
 * the bank until the call is over.
 */
async function record(
  app: Pick<App, 'journal' | 'links'>,
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

/**
 * A cashout to an account that a restore brought back can lack the holder's document, because the
 * bank masks it. The bank has it, so it is only queried.
 */
export const isSendable = ({ key, ownerDocument }: Cashout): boolean =>
  key.type !== 'ACCOUNT' || ownerDocument !== undefined

function payoutFor(
  { id, amount, key, code, order, ownerDocument, ownerQuery: query }: Cashout,
  now: Date,
): Payout {
  const { description, beneficiaryName } = order
  const payout = {
    payoutId: bareId(id),
    amount,
    ...(description !== null && { message: description }),
  }
  if (key.type !== 'ACCOUNT')
    return {
      ...payout,
      key: { type: key.type, value: key.value },
      ...(query && isFresh(query, now) && { ownerQuery: ownerQueryOf(query) }),
      ...(ownerDocument !== undefined && { ownerDocument }),
      ...(code !== undefined && { code: payoutCode(code) }),
    }
  const account = readBankAccount(key.value)
  assert(account && beneficiaryName && ownerDocument, 'the plan checked account and holder')
  return { ...payout, account: { ...account, name: beneficiaryName, document: ownerDocument } }
}

const ownerQueryOf = ({ id, document }: AskedOwner): OwnerQuery => ({
  id,
  ...(document !== undefined && { document }),
})
