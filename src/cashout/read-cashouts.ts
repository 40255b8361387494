import type { App } from '../app.ts'
import type { Cashout } from './cashout.ts'
import { type CashoutCursor, type CashoutFilter, cashoutById, cashoutPage, countCashouts } from './cashout-store.ts'

/** One account's cashout. `undefined` for another account's id and for an unknown id. */
export const findCashout = (app: Pick<App, 'sql'>, accountId: string, id: string): Promise<Cashout | undefined> =>
  cashoutById(app.sql, accountId, id)

export interface CashoutQuery extends CashoutFilter {
  readonly limit: number
  readonly after?: CashoutCursor
  /** From 1. */
  readonly page?: number
}

export interface CashoutList {
  readonly cashouts: readonly Cashout[]
  readonly next?: CashoutCursor
  /** Only with `page`. Counted up to 10,000. */
  readonly total?: number
}

/** Newest first. */
export async function listCashouts(
  app: Pick<App, 'sql'>,
  accountId: string,
  query: CashoutQuery,
): Promise<CashoutList> {
  const { limit, after, page } = query
  const [rows, total] = await Promise.all([
    cashoutPage(app.sql, accountId, query, {
      limit: limit + 1, // One more than the page shows whether there is a next page.
      ...(after && { after }),
      ...(page !== undefined && { offset: (page - 1) * limit }),
    }),
    page === undefined ? undefined : countCashouts(app.sql, accountId, query, 10_000),
  ])
  const cashouts = rows.slice(0, limit)
  const last = cashouts.at(-1)
  return {
    cashouts,
    ...(rows.length > limit && last && { next: { createdAt: last.createdAt, id: last.id } }),
    ...(total !== undefined && { total }),
  }
}
