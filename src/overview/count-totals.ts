import type { App } from '../app.ts'
import { methodsWith } from '../transactions/methods/methods.ts'
import { accountsToCount, countNext, noteFailedCount } from './totals-store.ts'

/**
 * Counts new events and transfers into the totals by day. Any number of workers may run it. Returns
 * the number of accounts that were counted.
 */
export async function countTotals({ sql, log }: Pick<App, 'sql' | 'log'>): Promise<number> {
  const charges = methodsWith('isCharge')
  let counted = 0
  for (const accountId of await accountsToCount(sql, accountsPerTurn)) {
    try {
      let found = await countNext(sql, accountId, charges, atOnce)
      if (found > 0) counted += 1
      for (let round = 2; found >= atOnce && round <= mostRounds; round += 1)
        found = await countNext(sql, accountId, charges, atOnce)
    } catch (cause) {
      log.error({ accountId, err: String(cause) }, 'the totals of an account were not counted')
      await noteFailedCount(sql, accountId)
    }
  }
  return counted
}

const accountsPerTurn = 50
/** Events, and transfers, of one account at a time: payments of this process wait meanwhile. */
const atOnce = 1_000
const mostRounds = 5
