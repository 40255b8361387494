import type { App } from '../app.ts'
import { schedulePoll } from './dispute-poll-store.ts'
import { disputePortOf } from './dispute-port.ts'

/**
 * A provider reports that a claim is new or has changed. The next worker queries the provider, and
 * only that response counts. So forged, duplicated, late and reordered notices are harmless
 * (docs/design/rules.md#u9). All notices that arrive during a query cause one more query together.
 */
export async function handleDisputeNotice(
  app: Pick<App, 'sql' | 'clock' | 'providers'>,
  providerId: string,
): Promise<void> {
  if (!disputePortOf(app, providerId)) return
  await schedulePoll(app.sql, providerId, app.clock.now())
}
