import type { App } from '../app.ts'
import { WriteConflict } from '../journal/journal.ts'
import type { Cashout } from './cashout.ts'
import { type CashoutChangeOptions, cashoutStep } from './cashout-change.ts'

/**
 * Records one step of a cashout and returns it. Returns `undefined` when another change was first.
 */
export async function recordCashoutStep(
  app: Pick<App, 'journal' | 'links'>,
  { before, after }: { readonly before: Cashout; readonly after: Cashout },
  options: Omit<CashoutChangeOptions, 'links'> = {},
): Promise<Cashout | undefined> {
  try {
    await app.journal.record(cashoutStep(before, after, { links: app.links, ...options }))
    return after
  } catch (cause) {
    if (cause instanceof WriteConflict) return undefined
    throw cause
  }
}
