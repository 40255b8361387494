import type { App } from '../app.ts'
import { deskOf } from './desk-of.ts'
import { askDeskBy } from './dispute-sweep-store.ts'

/**
 * A provider hints that a claim came or changed. The desk is asked by the next worker, and only what it says counts: so
 * forged, doubled, late and reordered notices are harmless. Those that come while it is asked are one question more, so
 * a storm of them is few (reliability U9).
 */
export async function takeDisputeNotice(app: App, providerId: string): Promise<void> {
  if (!deskOf(app, providerId)) return
  await askDeskBy(app.sql, providerId, app.clock.now())
}
