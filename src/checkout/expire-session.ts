import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { notBefore } from '../primitives/clock.ts'
import { Rejection } from '../primitives/rejection.ts'
import { cancelTransaction } from '../transactions/cancel-transaction.ts'
import { currentOf, isWaitingCharge, sessionState } from './checkout-session.ts'
import type { SessionWithAttempts } from './checkout-session-wire.ts'
import { findSession } from './read-sessions.ts'
import { sessionChange } from './session-change.ts'

/**
 * Ends a session before its time: its form is closed first, and then a charge that waits is
 * canceled at its provider. Repeating it finishes what is left. The write-off of a boleto by file
 * is requested: the session has ended, and its boleto can be paid until the bank reports the
 * write-off. Throws `not-found`, `status-does-not-allow` for a session that is paid or whose card
 * has no result yet, `boleto-in-protest`, and `provider-unavailable` if the provider of another
 * charge gives no clear response, so that it may still be paid.
 */
export async function expireSession(
  app: App,
  account: Account,
  id: string,
): Promise<SessionWithAttempts> {
  const { attempts } = await retryOnConflict(() => closeForm(app, account.id, id))
  const current = currentOf(attempts)
  if (current && isWaitingCharge(current)) await cancelTransaction(app, account, current.id)
  return findSession(app, account.id, id)
}

async function closeForm(app: App, accountId: string, id: string): Promise<SessionWithAttempts> {
  const now = app.clock.now()
  const { session, attempts } = await findSession(app, accountId, id)
  const current = currentOf(attempts)
  const state = sessionState(session, current, now)
  if (state === 'COMPLETED' || state === 'PROCESSING')
    throw new Rejection('status-does-not-allow', {
      params: { status: current?.status ?? state, operation: 'expire' },
    })
  if (state === 'OPEN') {
    const updatedAt = notBefore(session.updatedAt, now)
    const closed = { ...session, version: session.version + 1, updatedAt, expiresAt: updatedAt }
    await app.journal.record(sessionChange(closed, 'checkout_session.expired'))
    // An attempt that was committed before is seen now, and no later one is possible.
    return findSession(app, accountId, id)
  }
  return { session, attempts }
}
