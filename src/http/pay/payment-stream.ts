import { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import { findTransaction } from '../../transactions/read-transactions.ts'
import type { Transaction } from '../../transactions/transaction.ts'
import type { PaymentWatch } from '../../transactions/watch-payments.ts'
import type { RawResponse } from '../request/endpoint.ts'
import { unseen } from './page.ts'
import { markAt } from './page-views.ts'

interface Deps {
  readonly app: Pick<App, 'sql' | 'clock'>
  readonly payments: PaymentWatch
}

/** The mark of a payment's page now, and after each change, as server-sent events. */
export const markStream = (
  deps: Deps,
  transaction: Transaction,
  ends: AbortSignal,
): RawResponse => ({
  status: 200,
  body: Readable.from(marksOf(deps, transaction, ends)),
  headers: {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no', // nginx would hold the messages back.
    ...unseen,
  },
})

/** A payment without a change sends a comment. */
async function* marksOf(
  { app, payments }: Deps,
  first: Transaction,
  ends: AbortSignal,
): AsyncGenerator<string> {
  let seen = first
  for (let sent = ''; !ends.aborted; ) {
    const mark = markAt(seen, app.clock.now())
    yield mark === sent ? ':\n\n' : `data: ${JSON.stringify({ mark })}\n\n`
    sent = mark
    if (await payments.later(seen, { waitMs: idleMs, ends }))
      seen = (await findTransaction(app, seen.accountId, seen.id)) ?? seen
  }
}

/** Proxies end a connection that is silent for a minute or less. */
const idleMs = 15_000
