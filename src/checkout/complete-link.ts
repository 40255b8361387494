import type { App } from '../app.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { notBefore } from '../primitives/clock.ts'
import { linkChange } from './link-change.ts'
import { endLinkCheck, type LinkCheck, linkById } from './payment-link-store.ts'

/**
 * Records that the last use of a link was paid, once. A link without a limit, and one that has uses
 * left, stays as it is.
 */
export async function completeLink(
  app: Pick<App, 'sql' | 'clock' | 'journal' | 'links'>,
  check: LinkCheck,
): Promise<void> {
  await retryOnConflict(async () => {
    const used = await linkById(app.sql, check.accountId, check.linkId)
    if (!used) return
    const { link, uses } = used
    if (link.maxUses === undefined || uses.paid < link.maxUses || link.completedAt) return
    const at = notBefore(link.updatedAt, app.clock.now())
    const after = { ...link, version: link.version + 1, updatedAt: at, completedAt: at }
    await app.journal.record(
      linkChange({ link: after, uses }, { event: 'payment_link.completed', links: app.links }),
    )
  })
  await endLinkCheck(app, check)
}
