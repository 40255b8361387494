import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import { type Dispute, isOpen } from './dispute.ts'
import { accountsWithShortfall, disputesWithShortfall } from './dispute-queue-store.ts'
import { blockMore, loseRest } from './dispute-step.ts'
import { disputeById } from './dispute-store.ts'
import { type Deps, loadAvailableFunds, recordDisputeStep } from './record-dispute-step.ts'

/**
 * Collects received money for disputes with a shortfall. Returns the number of disputes that have
 * collected some.
 */
export async function collectShortfalls(app: Deps): Promise<number> {
  let done = 0
  for (const accountId of await accountsWithShortfall(app.sql, accountsPerRun))
    done += await collectAccountShortfall(app, accountId)
  return done
}

/**
 * The same for one account. Its disputes collect one after another: lost ones first, then the
 * oldest. Repeated while money is found: a dispute takes from a limited number of receivables at a
 * time.
 */
export async function collectAccountShortfall(app: Deps, accountId: string): Promise<number> {
  for (let done = 0; ; ) {
    const disputes = await disputesWithShortfall(app.sql, accountId, disputesPerBatch)
    let collected = 0
    for (const dispute of disputes) if (await hasCollected(app, dispute)) collected += 1
    done += collected
    if (collected === 0) return done
  }
}

/** One failure does not delay the other disputes, and no money leaves meanwhile. */
const hasCollected = (app: Deps, dispute: Dispute): Promise<boolean> =>
  retryOnConflict(() => collect(app, dispute)).catch((cause: unknown) => {
    const { accountId, id: disputeId } = dispute
    app.log.error({ accountId, disputeId, err: String(cause) }, 'a dispute could not block')
    return false
  })

async function collect(app: Deps, { accountId, id }: Dispute): Promise<boolean> {
  const dispute = await disputeById(app.sql, accountId, id)
  if (!dispute?.hasShortfall) return false
  const [transaction, funds] = await Promise.all([
    transactionById(app.sql, accountId, dispute.transactionId),
    loadAvailableFunds(app, dispute),
  ])
  if (!transaction) return false
  const context = { transaction, funds, now: app.clock.now() }
  const step = isOpen(dispute) ? blockMore(dispute, context) : loseRest(dispute, context)
  if (!step) return false
  await recordDisputeStep(app, step)
  return true
}

const accountsPerRun = 50
const disputesPerBatch = 16
