import type { DisputeDetail } from '../../contract/dispute.ts'
import type { App } from '../app.ts'
import type { Dispute } from '../disputes/dispute.ts'
import { renderDisputeDetail } from '../disputes/dispute-wire.ts'
import { evidenceOf } from '../disputes/evidence-store.ts'

/** One dispute in full. */
export async function disputeDetail(
  app: Pick<App, 'sql' | 'links'>,
  dispute: Dispute,
): Promise<DisputeDetail> {
  return renderDisputeDetail(
    dispute,
    await evidenceOf(app.sql, dispute.accountId, [dispute.id]),
    app.links,
  )
}
