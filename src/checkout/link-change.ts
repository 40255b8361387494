import type { EventTypeOf } from '../../contract/events.ts'
import { type Change, type Write, write } from '../journal/change.ts'
import { objectChange } from '../journal/object-change.ts'
import type { PageLinks } from '../primitives/page-links.ts'
import { linksWriter, newLinksWriter, type UsedLink } from './payment-link-store.ts'
import { renderLink } from './payment-link-wire.ts'

/** The change that stores a version of a link. Its first version is a new link. */
export function linkChange(
  used: UsedLink,
  {
    event,
    links,
    extraWrites = [],
  }: {
    readonly event: EventTypeOf<'payment_link'>
    readonly links: PageLinks
    readonly extraWrites?: readonly Write[]
  },
): Change {
  const { link } = used
  const at = link.updatedAt
  return objectChange({
    accountId: link.accountId,
    at,
    writes: [write(link.version === 1 ? newLinksWriter : linksWriter, link), ...extraWrites],
    notice: {
      type: 'payment_link',
      event,
      objectId: link.id,
      url: null,
      sequence: link.version,
      data: renderLink(used, { links, now: at }),
    },
  })
}
