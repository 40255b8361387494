import type { CheckoutSessionWire } from '../../contract/checkout-session.ts'
import { checkoutBase, type PageLinks } from '../primitives/page-links.ts'
import type { Transaction } from '../transactions/transaction.ts'
import { type CheckoutSession, currentOf, sessionState } from './checkout-session.ts'

/** A session as every response shows it (docs/design/checkout.md). */
export function renderSession(
  { session, attempts }: SessionWithAttempts,
  { links, now }: { readonly links: PageLinks; readonly now: Date },
): CheckoutSessionWire {
  const { order } = session
  const current = currentOf(attempts)
  return {
    id: session.id,
    status: sessionState(session, current, now),
    amount: session.amount,
    title: session.title ?? null,
    items: order.items,
    customer: order.customer,
    shipping: order.shipping,
    paymentMethods: session.paymentMethods ?? null,
    maxInstallments: session.maxInstallments ?? null,
    redirectUrl: session.redirectUrl ?? null,
    cancelUrl: session.cancelUrl ?? null,
    postbackUrl: order.postbackUrl,
    externalRef: order.externalRef,
    metadata: order.metadata ?? null,
    paymentLinkId: session.linkId ?? null,
    transactionId: current?.id ?? null,
    url: sessionUrl(session, links),
    expiresAt: session.expiresAt.toISOString(),
    createdAt: session.createdAt.toISOString(),
    updatedAt: session.updatedAt.toISOString(),
  }
}

/** A session and its transactions, on which its state depends. */
export interface SessionWithAttempts {
  readonly session: CheckoutSession
  readonly attempts: readonly Transaction[]
}

/** The address of the page of a session. */
export const sessionUrl = ({ token }: Pick<CheckoutSession, 'token'>, links: PageLinks): string =>
  `${checkoutBase(links)}/checkout/${token}`
