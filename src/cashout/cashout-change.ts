import { type EventTypeOf, statusEvent } from '../../contract/events.ts'
import { type Change, type Write, write } from '../journal/change.ts'
import { post } from '../ledger/ledger-store.ts'
import { newId } from '../primitives/id.ts'
import { deliveriesWriter } from '../webhooks/delivery-store.ts'
import { webhookBody } from '../webhooks/webhook-body.ts'
import type { Cashout } from './cashout.ts'
import { cashoutPostings } from './cashout-postings.ts'
import { cashoutsWriter, newCashoutsWriter } from './cashout-store.ts'
import { cashoutUsageWriter } from './cashout-usage-store.ts'
import { type Links, renderCashout } from './cashout-wire.ts'

export interface ChangeOptions {
  readonly links: Links
  /** When a worker looks at the cashout next. Absent: nothing left to find out. */
  readonly checkAt?: Date
  /** Rows that are true only together with this change. */
  readonly companions?: readonly Write[]
  /** What happened, when the status alone does not say it. Merchants are told of what the catalogue holds. */
  readonly eventType?: EventTypeOf<'cashout'>
  /** False for steps nobody is told about. */
  readonly notify?: boolean
}

/** The birth of a cashout: its money is held by the same change. */
export const cashoutCreation = (cashout: Cashout, options: ChangeOptions): Change =>
  changeOf(undefined, cashout, options)

/** The step from one version of a cashout to the next. */
export const cashoutStep = (before: Cashout, after: Cashout, options: ChangeOptions): Change =>
  changeOf(before, after, options)

function changeOf(before: Cashout | undefined, after: Cashout, options: ChangeOptions): Change {
  const { links, checkAt, companions = [], notify = true } = options
  const stored = { cashout: after, ...(checkAt && { checkAt }) }
  const url = after.order.postbackUrl
  const eventId = newId(after.updatedAt.getTime())
  const type = options.eventType ?? statusEvent('cashout', after.status)
  return {
    writes: [
      write(before ? cashoutsWriter : newCashoutsWriter, stored),
      ...post(cashoutPostings(before, after)),
      ...useGivenBack(before, after),
      ...companions,
      ...(notify && url !== null ? [write(deliveriesWriter, deliveryOf(after, eventId, url))] : []),
    ],
    event: {
      id: eventId,
      accountId: after.accountId,
      objectType: 'cashout',
      objectId: after.id,
      version: after.version,
      type,
      payload: webhookBody({
        type: 'cashout',
        event: type,
        objectId: after.id,
        url,
        sequence: after.version,
        data: renderCashout(after, links),
      }),
      occurredAt: after.updatedAt,
    },
  }
}

/** What never left does not count in its day's limit. */
function useGivenBack(before: Cashout | undefined, after: Cashout): Write[] {
  const neverLeft = after.status === 'FAILED' || after.status === 'CANCELED'
  if (!before || !neverLeft || before.status === after.status) return []
  const { accountId, period, amount } = after
  return [write(cashoutUsageWriter, { accountId, period, delta: -amount, limit: 0 })]
}

const deliveryOf = (after: Cashout, eventId: string, url: string) => ({
  accountId: after.accountId,
  id: newId(after.updatedAt.getTime()),
  eventId,
  objectId: after.id,
  sequence: after.version,
  url,
  createdAt: after.updatedAt,
})
