import type { App } from '../app.ts'
import { Rejection } from '../primitives/rejection.ts'
import { transactionsOfSession, transactionsOfSessions } from '../transactions/transaction-store.ts'
import {
  type SessionCursor,
  type SessionFilter,
  sessionById,
  sessionList,
} from './checkout-session-store.ts'
import type { SessionWithAttempts } from './checkout-session-wire.ts'

/** One account's session with its transactions. Throws `not-found`. */
export async function findSession(
  app: Pick<App, 'sql'>,
  accountId: string,
  id: string,
): Promise<SessionWithAttempts> {
  const session = await sessionById(app.sql, accountId, id)
  if (!session) throw new Rejection('not-found')
  return { session, attempts: await transactionsOfSession(app.sql, accountId, id) }
}

/** One page of an account's sessions with their transactions, the newest first. */
export async function findSessions(
  { sql }: Pick<App, 'sql'>,
  accountId: string,
  wanted: SessionFilter & { readonly limit: number; readonly after?: SessionCursor },
): Promise<SessionWithAttempts[]> {
  const sessions = await sessionList.page(sql, accountId, wanted, wanted)
  const ids = sessions.map(({ id }) => id)
  const attempts = Map.groupBy(
    await transactionsOfSessions(sql, accountId, ids),
    ({ checkout }) => checkout?.sessionId,
  )
  return sessions.map((session) => ({ session, attempts: attempts.get(session.id) ?? [] }))
}
