import type { StoredAnswer } from '../../idempotency/idempotency-store.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { type Asked, type Edge, type Enveloped, envelope, type Verbatim } from '../endpoint.ts'

/** What an operator's POST made, and the id it can be found by. */
export interface Made extends Enveloped {
  readonly id: string
}

/**
 * An operator's POST, once for each Idempotency-Key. Answers may hold a key that is shown only once, so what is kept
 * for a repeat is sealed.
 */
export async function onceForOperator({ app, once }: Edge, asked: Asked, run: () => Promise<Made>): Promise<Verbatim> {
  const { method, path, body, language, idempotencyKey } = asked
  const text = ({ id: _, ...answer }: Made): StoredAnswer => ({
    status: answer.status ?? 200,
    body: envelope(answer, language),
  })
  if (idempotencyKey === undefined) return text(await run())

  const request = { accountId: operators, key: idempotencyKey, method, path, body }
  const { replayed, ...answer } = await once(request, {
    run,
    objectIdOf: ({ id }) => id,
    render: (made) => ({ ...text(made), body: app.vault.seal(text(made).body, place).toString('base64') }),
    renderRejection: () => undefined,
    // Past 30 days nobody knows what was shown; what was made can be looked up.
    recover: () => Promise.reject(new Rejection('idempotency-key-reused')),
  })
  return {
    status: answer.status,
    body: app.vault.open(Buffer.from(answer.body, 'base64'), place).toString('utf8'),
    headers: replayed ? { 'Idempotent-Replayed': 'true' } : {},
  }
}

/** Keys of operators are a scope of their own, beside those of every account. */
const operators = '00000000-0000-0000-0000-000000000000'
const place = { table: 'idempotency_keys', id: 'answer_body', accountId: operators }
