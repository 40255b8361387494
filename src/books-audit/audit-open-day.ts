import type { App } from '../app.ts'
import { claimAuditRun, storeAuditRun } from './audit-run-store.ts'
import type { Breach } from './books-check-store.ts'
import { acknowledgedBreaches, stopAllCashouts } from './cashout-stop-store.ts'
import { checkBooksSince } from './check-books.ts'
import { closedUntil } from './digest-store.ts'
import { trialBalance } from './trial-balance-store.ts'

/**
 * One process checks the books of the open day every minute (docs/design/rules.md#l6). A
 * contradiction stops every cashout until an operator resumes them, and is logged as fatal. A
 * breach that an operator has acknowledged does not stop cashouts again, and is still counted.
 * Returns 1 if this process ran the audit.
 */
export async function auditOpenDay(app: Pick<App, 'sql' | 'log'>): Promise<number> {
  if (!(await claimAuditRun(app.sql, everyMs))) return 0
  try {
    await auditNow(app)
  } catch (cause) {
    // The failure is only logged. The metric guiche_ledger_sample_age_seconds alarms when audits
    // stop.
    app.log.error({ err: String(cause) }, 'the books could not be audited')
  }
  return 1
}

const everyMs = 60_000

async function auditNow(app: Pick<App, 'sql' | 'log'>): Promise<void> {
  const since = (await closedUntil(app.sql)) ?? new Date(0)
  const [breaches, { differences, isBalanced }] = await Promise.all([
    checkBooksSince(app, since),
    trialBalance(app.sql),
  ])
  const found = isBalanced
    ? breaches
    : [
        ...breaches,
        { rule: 'books-are-balanced', accountId: '', subject: JSON.stringify(differences) },
      ]
  await storeAuditRun(app.sql, found.length)
  if (found.length === 0) return
  const known = new Set((await acknowledgedBreaches(app.sql)).map(nameOf))
  const unseen = found.filter((breach) => !known.has(nameOf(breach)))
  const [first] = unseen
  if (!first) return
  await stopAllCashouts(app.sql, nameOf(first), unseen)
  app.log.fatal(
    { breaches: unseen.slice(0, 20), count: unseen.length },
    'the books do not balance: cashouts are stopped',
  )
}

const nameOf = ({ rule, subject, accountId }: Breach): string =>
  `${rule}: ${subject} ${accountId}`.trim()
