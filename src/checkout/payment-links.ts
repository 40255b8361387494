import type {
  ChangePaymentLinkRequest,
  CreatePaymentLinkRequest,
} from '../../contract/payment-link.ts'
import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import { write } from '../journal/change.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { newId, randomBase62 } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import { linkLimitStep } from '../transactions/link-use.ts'
import { linkUsesWriter } from '../transactions/link-use-store.ts'
import { linkChange } from './link-change.ts'
import { checkLinkAddresses } from './page-addresses.ts'
import { linkById, type UsedLink } from './payment-link-store.ts'
import { planLink, planLinkChange } from './plan-link.ts'

type LinkDeps = Pick<App, 'sql' | 'clock' | 'journal' | 'links' | 'config'>

/**
 * Creates a link. Throws `validation-failed`, `postback-url-invalid`, `amount-below-minimum`,
 * `amount-above-maximum`.
 */
export async function createLink(
  app: LinkDeps,
  account: Account,
  request: CreatePaymentLinkRequest,
  idempotency?: IdempotencyHandle<UsedLink>,
): Promise<UsedLink> {
  checkLinkAddresses(request, app.config)
  app.journal.assertCapacity()
  const at = app.clock.now()
  const link = planLink(account, request, {
    id: newId(at.getTime()),
    slug: randomBase62(slugLength),
    at,
  })
  const used: UsedLink = { link, uses: { taken: 0, paid: 0, paidAmount: cents(0) } }
  await app.journal.record(
    linkChange(used, {
      event: 'payment_link.created',
      links: app.links,
      extraWrites: idempotency ? [idempotency.markCompleted(link.id, used)] : [],
    }),
  )
  return used
}

/** 62^12 addresses: short enough to be typed, too many to be guessed. */
const slugLength = 12

/**
 * Changes the given fields of a link. A limit that is paid already completes it, soon. When another
 * change was first, the rules run again on its result. Throws `not-found` and what `createLink`
 * throws.
 */
export async function changeLink(
  app: LinkDeps,
  account: Account,
  id: string,
  change: ChangePaymentLinkRequest,
): Promise<UsedLink> {
  checkLinkAddresses(change, app.config)
  return retryOnConflict(async () => {
    const found = await linkById(app.sql, account.id, id)
    if (!found) throw new Rejection('not-found')
    const before = { link: found.link, paid: found.uses.paid }
    const link = planLinkChange(account, before, change, app.clock.now())
    const after = { ...found, link }
    const extraWrites = change.maxUses == null ? [] : [write(linkUsesWriter, linkLimitStep(link))]
    await app.journal.record(
      linkChange(after, { event: 'payment_link.updated', links: app.links, extraWrites }),
    )
    return after
  })
}
