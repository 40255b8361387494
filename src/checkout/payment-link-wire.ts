import type { PaymentLinkWire } from '../../contract/payment-link.ts'
import { checkoutBase, type PageLinks } from '../primitives/page-links.ts'
import { linkUsability } from './payment-link.ts'
import type { UsedLink } from './payment-link-store.ts'

/** A link as every response and webhook shows it (docs/design/checkout.md). */
export function renderLink(
  { link, uses }: UsedLink,
  { links, now }: { readonly links: PageLinks; readonly now: Date },
): PaymentLinkWire {
  const { price } = link
  const usability = linkUsability(link, uses, now)
  return {
    id: link.id,
    status: link.status,
    isUsable: usability.isUsable,
    unusableReason: usability.isUsable ? null : usability.reason,
    title: link.title,
    description: link.description ?? null,
    amount: price.kind === 'fixed' ? price.amount : null,
    openAmount: price.kind === 'open' ? { min: price.min, max: price.max } : null,
    quantity: price.kind === 'fixed' ? (price.quantity ?? null) : null,
    items: link.items,
    paymentMethods: link.paymentMethods ?? null,
    maxInstallments: link.maxInstallments ?? null,
    expiresAt: link.expiresAt?.toISOString() ?? null,
    maxUses: link.maxUses ?? null,
    uses: uses.taken,
    paidUses: uses.paid,
    paidAmount: uses.paidAmount,
    redirectUrl: link.redirectUrl ?? null,
    postbackUrl: link.postbackUrl ?? null,
    metadata: link.metadata ?? null,
    url: linkUrl(link, links),
    completedAt: link.completedAt?.toISOString() ?? null,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
  }
}

/** The address of the page of a link. */
export const linkUrl = ({ slug }: { readonly slug: string }, links: PageLinks): string =>
  `${checkoutBase(links)}/l/${slug}`
