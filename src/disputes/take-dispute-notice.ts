import type { App } from '../app.ts'
import { deskOf } from './desk-of.ts'
import { askDeskBy } from './dispute-sweep-store.ts'

/**
 * A provider hints that a claim came or changed. The desk is asked soon, by a worker, and only what it says counts: so
 * forged, doubled, late and reordered notices are harmless, and a storm of them is few questions (reliability U9).
 */
export async function takeDisputeNotice(app: App, providerId: string): Promise<void> {
  if (!deskOf(app, providerId)) return
  await askDeskBy(app.sql, providerId, new Date(app.clock.now().getTime() + gatherMs))
}

/** Notices that come together are one question. */
const gatherMs = 250
