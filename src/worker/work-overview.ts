import { type StuckKind, stuckKinds, type WorkKind, workKinds } from '../../contract/work.ts'
import type { App } from '../app.ts'
import { approvalQueue } from '../approvals/approval-store.ts'
import { cashoutQueue } from '../cashout/cashout-queue-store.ts'
import type { TimedSql } from '../db/business-time.ts'
import type { FoundStuck, QueueLoad, StuckItem, StuckPage, StuckPlace } from '../db/queue-load.ts'
import { loadOf } from '../db/work-queue-store.ts'
import { checkQueue, removalQueue } from '../device-pay/registration-store.ts'
import { disputeQueue } from '../disputes/dispute-queue-store.ts'
import { mailQueue } from '../mail/mail-store.ts'
import { refundQueue } from '../refunds/refund-store.ts'
import { receivableQueue } from '../settlement/receivable-store.ts'
import { attemptQueue } from '../transactions/card/attempt-store.ts'
import { transactionQueue } from '../transactions/transaction-store.ts'
import { deliveryLoad } from '../webhooks/delivery-store.ts'
import { stuckAddresses } from '../webhooks/failing-address-store.ts'

type Deps = Pick<App, 'sql' | 'clock'>

export interface KindLoad extends QueueLoad {
  readonly kind: WorkKind
}

/** What every queue holds, each with statements of bounded cost. */
export const workLoads = (app: Deps): Promise<KindLoad[]> =>
  Promise.all(workKinds.map(async (kind) => ({ kind, ...(await loads[kind](app)) })))

const ofProvider = { id: 'provider_id', provider: 'provider_id' } as const

const loads: Readonly<Record<WorkKind, (db: TimedSql) => Promise<QueueLoad>>> = {
  attempts: attemptQueue.load,
  charges: transactionQueue.load,
  refunds: refundQueue.load,
  receivables: receivableQueue.load,
  disputes: disputeQueue.load,
  'dispute-polls': (db) => loadOf(db, { table: 'dispute_sweeps', due: 'due_at', ...ofProvider }),
  cashouts: cashoutQueue.load,
  'cashout-schedules': (db) =>
    loadOf(db, {
      ...{ table: 'cashout_schedules', due: 'next_at', account: 'account_id', id: 'account_id' },
    }),
  deliveries: deliveryLoad,
  'domain-checks': checkQueue.load,
  'domain-removals': removalQueue.load,
  reconciliations: (db) => loadOf(db, { table: 'reconciliations', due: 'next_at', ...ofProvider }),
  approvals: approvalQueue.load,
  mails: mailQueue.load,
}

export interface StuckWork extends StuckItem {
  readonly kind: StuckKind
}

/**
 * One page of stuck work of these kinds, by the instant at which a worker takes it next. It ends
 * where the first search of a kind stopped, so that the next page finds what is behind.
 */
export async function stuckWork(
  { sql, clock }: Deps,
  {
    kinds = stuckKinds,
    limit,
    after,
  }: {
    readonly kinds?: readonly StuckKind[]
    readonly limit: number
    readonly after?: StuckPlace
  },
): Promise<FoundStuck<StuckWork>> {
  const page = { now: clock.now(), limit, ...(after && { after }) }
  const found = await Promise.all(
    kinds.map(async (kind) => ({ kind, ...(await stuck[kind](sql, page)) })),
  )
  const [end] = found.flatMap((each) => each.end ?? []).sort(byPlace)
  const items = found
    .flatMap(({ kind, items }) => items.map((item) => ({ ...item, kind })))
    .filter((item) => !end || byPlace(item, end) <= 0)
    .sort(byPlace)
    .slice(0, limit)
  return { items, ...(end && { end }) }
}

const byPlace = (one: StuckPlace, other: StuckPlace): number => {
  const [a, b] = [placeText(one), placeText(other)]
  return a < b ? -1 : Number(a > b)
}
const placeText = ({ dueAt, accountId, id, subId }: StuckPlace): string =>
  `${dueAt} ${accountId} ${id} ${subId}`

const stuck: Readonly<
  Record<StuckKind, (sql: App['sql'], page: StuckPage) => Promise<FoundStuck>>
> = {
  attempts: attemptQueue.stuck,
  refunds: refundQueue.stuck,
  cashouts: cashoutQueue.stuck,
  disputes: disputeQueue.stuck,
  'webhook-addresses': stuckAddresses,
  'domain-removals': removalQueue.stuck,
  approvals: approvalQueue.stuck,
  mails: mailQueue.stuck,
}
