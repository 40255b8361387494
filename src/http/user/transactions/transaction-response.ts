import type { TransactionWire } from '../../../../contract/transaction.ts'
import type { App } from '../../../app.ts'
import type { IdempotencyHandle } from '../../../idempotency/idempotency-handle.ts'
import type { StoredAnswer } from '../../../idempotency/idempotency-store.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import { resumeTransaction } from '../../../transactions/read-transactions.ts'
import type { Transaction } from '../../../transactions/transaction.ts'
import { renderTransaction } from '../../../transactions/transaction-wire.ts'
import { responses } from '../../rejection-responses.ts'
import {
  type AccountRequest,
  type EnvelopeText,
  envelope,
  type Message,
  type RequestContext,
} from '../../request/endpoint.ts'
import type { Language } from '../../request/validation.ts'
import { renderFailure } from '../../server/failure.ts'

/** One transaction in its envelope. */
export const transactionResponse = (
  { links }: Pick<App, 'links'>,
  transaction: Transaction,
  { message, language }: { message: Message; language: Language },
): StoredAnswer => ({
  status: 200, // Never 201: existing clients expect 200.
  body: envelope({ message, data: renderTransaction(transaction, links) }, language),
})

/** Runs an operation on one transaction, once for each Idempotency-Key, if there is one. */
export async function idempotentTransaction(
  { app, withIdempotency: once }: RequestContext,
  request: AccountRequest,
  {
    kind = 'carried',
    writesKeyFirst = false,
    message,
    run,
    recover,
  }: {
    /** How key and effect are committed together (`idempotency/with-idempotency.ts`). */
    kind?: 'carried' | 'leased'
    /** Of carried work: no other system is called before the change with the key. */
    writesKeyFirst?: boolean
    /** Of the result, if it depends on that. */
    message: Message | ((transaction: Transaction) => Message)
    run(idempotency?: IdempotencyHandle<Transaction>): Promise<Transaction>
    /** The response for a key whose owner died. Absent: the transaction in its current state. */
    recover?(id: string): Promise<Transaction>
  },
): Promise<EnvelopeText<TransactionWire>> {
  const { holder, language, method, path, body, idempotencyKey } = request
  const render = (transaction: Transaction) =>
    transactionResponse(app, transaction, {
      message: typeof message === 'function' ? message(transaction) : message,
      language,
    })
  if (idempotencyKey === undefined) return render(await run())

  const keyedRequest = { accountId: holder.account.id, key: idempotencyKey, method, path, body }
  const answer = await once<Transaction>(keyedRequest, {
    kind,
    writesKeyFirst,
    run,
    render,
    objectIdOf: ({ id }) => id,
    renderRejection: (rejection) =>
      keptRejection(rejection, { language, baseUrl: app.links.baseUrl }),
    recover:
      recover ??
      (async (id) => {
        const transaction = await resumeTransaction(app, holder.account, id)
        if (!transaction) throw new Rejection('not-found')
        return transaction
      }),
  })
  return {
    status: answer.status,
    body: answer.body,
    headers: answer.replayed ? { 'Idempotent-Replayed': 'true' } : {},
  }
}

/**
 * A definite rejection is stored as the key's response. A rejection that a repeat may not get again
 * is not stored (docs/design/rules.md#i5).
 */
function keptRejection(
  rejection: Rejection,
  context: { language: Language; baseUrl: string },
): StoredAnswer | undefined {
  const { status } = responses[rejection.code]
  if (status < 400 || status > 499 || passing.has(status)) return undefined
  return { status, body: renderFailure(rejection, context).body }
}

const passing = new Set([401, 403, 409, 413, 422, 429])
