import type { StoredAnswer } from '../idempotency/idempotency-store.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type Asked, type Edge, type Enveloped, envelope, type Verbatim } from './endpoint.ts'

/** What a POST made or did, and the id it can be found by. */
export interface Made extends Enveloped {
  readonly id: string
}

/**
 * A POST that is no payment, once for each Idempotency-Key of `accountId`. Answers may hold a secret that is shown only
 * once, so what is kept for a repeat is sealed.
 */
export async function onceSealed(
  { app, once }: Edge,
  asked: Asked,
  { accountId, run }: { readonly accountId: string; run(): Promise<Made> },
): Promise<Verbatim> {
  const { method, path, body, language, idempotencyKey } = asked
  const place = { table: 'idempotency_keys', id: 'answer_body', accountId }
  const text = ({ id: _, ...answer }: Made): StoredAnswer => ({
    status: answer.status ?? 200,
    body: envelope(answer, language),
  })
  if (idempotencyKey === undefined) return text(await run())

  const request = { accountId, key: idempotencyKey, method, path, body }
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
