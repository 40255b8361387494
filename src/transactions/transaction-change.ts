import { statusEvent } from '../../contract/events.ts'
import { type Change, write } from '../journal/change.ts'
import { type ChangeOptions, objectChange } from '../journal/object-change.ts'
import { post } from '../ledger/ledger-store.ts'
import { newReceivablesWriter } from '../settlement/receivable-store.ts'
import { countedStep, type Undecided } from './counted-step.ts'
import { linkUseSteps } from './link-use.ts'
import { linkUsesWriter } from './link-use-store.ts'
import type { Transaction, TransactionStatus } from './transaction.ts'
import { postingsFor, receivablesFor } from './transaction-postings.ts'
import { newTransactionsWriter, transactionsWriter } from './transaction-store.ts'
import { renderTransaction } from './transaction-wire.ts'

export interface TransactionChangeOptions extends ChangeOptions<'transaction'> {
  /** The outcome of an attempt that leaves the status as it is. */
  readonly undecided?: Undecided
}

/** Creates a transaction, in any first status. */
export const createChange = (transaction: Transaction, options: TransactionChangeOptions): Change =>
  changeOf(undefined, transaction, options)

/** The step from one status of a transaction to its next version. */
export const updateChange = (
  before: Transaction,
  after: Transaction,
  options: TransactionChangeOptions,
): Change => changeOf(before.status, after, options)

function changeOf(
  before: TransactionStatus | undefined,
  after: Transaction,
  {
    links,
    checkAt,
    extraWrites = [],
    eventType,
    notify = true,
    undecided,
  }: TransactionChangeOptions,
): Change {
  const stored = { transaction: after, ...(checkAt && { checkAt }) }
  return objectChange({
    accountId: after.accountId,
    at: after.updatedAt,
    writes: [
      write(before === undefined ? newTransactionsWriter : transactionsWriter, stored),
      ...extraWrites,
      ...linkUseSteps(before, after).map((step) => write(linkUsesWriter, step)),
      ...receivablesFor(before, after).map((receivable) => write(newReceivablesWriter, receivable)),
      ...post(postingsFor(before, after)),
    ],
    notify,
    payment: countedStep(before, after, undecided),
    notice: {
      type: 'transaction',
      event: eventType ?? statusEvent('transaction', after.status),
      objectId: after.id,
      url: after.order.postbackUrl,
      sequence: after.version,
      data: renderTransaction(after, links),
    },
  })
}
