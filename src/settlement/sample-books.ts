import type { App } from '../app.ts'
import { stopCashouts } from '../ledger/cashout-stop-store.ts'
import { closedUntil } from '../ledger/digest-store.ts'
import { claimSample, keepSample } from '../ledger/sample-store.ts'
import { trialBalance } from '../ledger/trial-balance-store.ts'
import { checkBooksSince } from './check-books.ts'

/**
 * Looks at the open day's books once a minute, whichever process is first (reliability L6). Anything that cannot be true
 * stops every cashout until an operator says otherwise, and is logged as loudly as we can. Answers 1 when it looked.
 */
export async function sampleBooks(app: Pick<App, 'sql' | 'log'>): Promise<number> {
  if (!(await claimSample(app.sql, everyMs))) return 0
  try {
    await look(app)
  } catch (cause) {
    // No look is no news: the age of the last one alarms (guiche_ledger_sample_age_seconds).
    app.log.error({ err: String(cause) }, 'the books could not be looked at')
  }
  return 1
}

const everyMs = 60_000

async function look(app: Pick<App, 'sql' | 'log'>): Promise<void> {
  const since = (await closedUntil(app.sql)) ?? new Date(0)
  const [breaches, { isBalanced }] = await Promise.all([checkBooksSince(app, since), trialBalance(app.sql)])
  const found = isBalanced
    ? breaches
    : [...breaches, { rule: 'books-are-balanced', accountId: '', subject: 'trial balance' }]
  await keepSample(app.sql, found.length)
  const [first] = found
  if (first) {
    await stopCashouts(app.sql, `${first.rule}: ${first.subject} ${first.accountId}`.trim())
    app.log.fatal(
      { breaches: found.slice(0, 20), count: found.length },
      'the books do not balance: cashouts are stopped',
    )
  }
}
