import type { App } from '../../app.ts'
import { openCase } from '../../cases/open-case.ts'
import type { CardVoided } from '../../providers/ports/card.ts'
import type { Transaction } from '../transaction.ts'

/**
 * Opens a case for a paid sale that is canceled at the acquirer, unless its refunds explain that:
 * the books have money that will not come.
 */
export async function reportUnexplainedVoid(
  app: Pick<App, 'log' | 'sql' | 'clock'>,
  { accountId, id, providerId, status, amount, refunds = [] }: Transaction,
  { reference }: CardVoided,
): Promise<void> {
  const ours = refunds.reduce((sum, each) => sum + (each.status === 'FAILED' ? 0 : each.amount), 0)
  if (status !== 'PAID' || ours >= amount) return
  await openCase(app, providerId, {
    kind: 'sale-void-unexplained',
    subject: reference,
    accountId,
    objectType: 'transaction',
    objectId: id,
    reference,
    expected: { status, amount },
    found: { status: 'CANCELED' },
  })
}
