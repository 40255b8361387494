import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { transactionById } from '../transactions/transaction-store.ts'
import { type Dispute, isOpen } from './dispute.ts'
import { accountsWithShortfall, disputesWithShortfall } from './dispute-queue-store.ts'
import { blockMore, loseRest } from './dispute-step.ts'
import { disputeById } from './dispute-store.ts'
import { type Ground, loadAvailableFunds, recordStep } from './record-dispute-step.ts'

/**
 * Collects received money for disputes that are short. Returns the number of disputes
 * that collected.
 */
export async function collectShortfalls(app: Ground): Promise<number> {
  let done = 0
  for (const accountId of await accountsWithShortfall(app.sql, accountsPerTurn))
    done += await collectAccountShortfall(app, accountId)
  return done
}

/**
 * The same for one account. Its short disputes collect in turn: lost ones first, then the oldest.
 */
export async function collectAccountShortfall(app: Ground, accountId: string): Promise<number> {
  for (let done = 0; ; ) {
    const disputes = await disputesWithShortfall(app.sql, accountId, disputesPerLook)
    let fresh = 0
    for (const dispute of disputes) if (await isCaughtUp(app, dispute)) fresh += 1
    done += fresh
    if (fresh === 0 || disputes.length < disputesPerLook) return done
  }
}

/** One failure does not delay the other disputes, and no money leaves meanwhile. */
const isCaughtUp = (app: Ground, dispute: Dispute): Promise<boolean> =>
  retryOnConflict(() => catchUp(app, dispute)).catch((cause: unknown) => {
    const { accountId, id: disputeId } = dispute
    app.log.error({ accountId, disputeId, err: String(cause) }, 'a dispute could not block')
    return false
  })

async function catchUp(app: Ground, { accountId, id }: Dispute): Promise<boolean> {
  const dispute = await disputeById(app.sql, accountId, id)
  if (!dispute?.hasShortfall) return false
  const [transaction, funds] = await Promise.all([
    transactionById(app.sql, accountId, dispute.transactionId),
    loadAvailableFunds(app, accountId, dispute),
  ])
  if (!transaction) return false
  const stage = { transaction, funds, now: app.clock.now() }
  const step = isOpen(dispute) ? blockMore(dispute, stage) : loseRest(dispute, stage)
  if (!step) return false
  await recordStep(app, step)
  return true
}

const accountsPerTurn = 50
const disputesPerLook = 16
