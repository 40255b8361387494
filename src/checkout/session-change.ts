import type { EventTypeOf } from '../../contract/events.ts'
import { type Change, type Write, write } from '../journal/change.ts'
import { internalChange } from '../journal/object-change.ts'
import type { CheckoutSession } from './checkout-session.ts'
import { newSessionsWriter, sessionsWriter } from './checkout-session-store.ts'

/**
 * The change that stores a version of a session. Merchants are notified of its transactions, and
 * not of the session.
 */
export const sessionChange = (
  session: CheckoutSession,
  type: EventTypeOf<'checkout_session'>,
  extraWrites: readonly Write[] = [],
): Change =>
  internalChange({
    accountId: session.accountId,
    at: session.updatedAt,
    writes: [
      write(session.version === 1 ? newSessionsWriter : sessionsWriter, session),
      ...extraWrites,
    ],
    kind: { objectType: 'checkout_session', type },
    objectId: session.id,
    version: session.version,
    data: {
      amount: session.amount,
      paymentLinkId: session.linkId ?? null,
      expiresAt: session.expiresAt.toISOString(),
    },
  })
