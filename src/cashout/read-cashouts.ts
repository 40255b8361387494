import type { App } from '../app.ts'
import type { Cashout } from './cashout.ts'
import { type CashoutCursor, type CashoutFilter, cashoutById } from './cashout-store.ts'

/** One account's cashout. `undefined` for another account's id and for an unknown id. */
export const findCashout = (
  app: Pick<App, 'sql'>,
  accountId: string,
  id: string,
): Promise<Cashout | undefined> => cashoutById(app.sql, accountId, id)

export interface CashoutQuery extends CashoutFilter {
  readonly limit: number
  readonly after?: CashoutCursor
  /** From 1. */
  readonly page?: number
}
