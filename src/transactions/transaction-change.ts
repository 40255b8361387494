import { type EventTypeOf, statusEvent } from '../../contract/events.ts'
import { type Change, type Write, write } from '../journal/change.ts'
import { post } from '../ledger/ledger-store.ts'
import { newId } from '../primitives/id.ts'
import { newReceivablesWriter } from '../settlement/receivable-store.ts'
import { deliveriesWriter } from '../webhooks/delivery-store.ts'
import { webhookBody } from '../webhooks/webhook-body.ts'
import type { Transaction, TransactionStatus } from './transaction.ts'
import { postingsFor, receivablesFor } from './transaction-postings.ts'
import { newTransactionsWriter, transactionsWriter } from './transaction-store.ts'
import { type Links, renderTransaction } from './transaction-wire.ts'

export interface ChangeOptions {
  readonly links: Links
  /** When a worker looks at the transaction next. Absent: nothing left to find out. */
  readonly checkAt?: Date
  /** Rows that are true only together with this change: idempotency key, attempt. */
  readonly extraWrites?: readonly Write[]
  /** False for steps nobody is told about: the draft before an acquirer is called. */
  readonly notify?: boolean
  /** What happened, when the status alone does not say it: `transaction.created`. */
  readonly eventType?: EventTypeOf<'transaction'>
}

/** The birth of a transaction, in whatever status it is born. */
export const createChange = (transaction: Transaction, options: ChangeOptions): Change =>
  changeOf(undefined, transaction, options)

/** The step from one status of a transaction to its next version. */
export const updateChange = (before: Transaction, after: Transaction, options: ChangeOptions): Change =>
  changeOf(before.status, after, options)

function changeOf(before: TransactionStatus | undefined, after: Transaction, options: ChangeOptions): Change {
  const { links, checkAt, extraWrites: companions = [], notify = true } = options
  const stored = { transaction: after, ...(checkAt && { checkAt }) }
  const url = after.order.postbackUrl
  const eventId = newId(after.updatedAt.getTime())
  const type = options.eventType ?? statusEvent('transaction', after.status)
  return {
    writes: [
      write(before === undefined ? newTransactionsWriter : transactionsWriter, stored),
      ...companions,
      ...receivablesFor(before, after).map((receivable) => write(newReceivablesWriter, receivable)),
      ...post(postingsFor(before, after)),
      ...(notify && url !== null ? [write(deliveriesWriter, deliveryOf(after, eventId, url))] : []),
    ],
    event: {
      id: eventId,
      accountId: after.accountId,
      objectType: 'transaction',
      objectId: after.id,
      version: after.version,
      type,
      payload: webhookBody({
        type: 'transaction',
        event: type,
        objectId: after.id,
        url,
        sequence: after.version,
        data: renderTransaction(after, links),
      }),
      occurredAt: after.updatedAt,
    },
  }
}

const deliveryOf = (after: Transaction, eventId: string, url: string) => ({
  accountId: after.accountId,
  id: newId(after.updatedAt.getTime()),
  eventId,
  objectId: after.id,
  sequence: after.version,
  url,
  createdAt: after.updatedAt,
})
