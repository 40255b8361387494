import type { App } from '../../app.ts'
import { answerPlace, atItsPlace } from '../../db/answer-place.ts'
import type { IdempotencyHandle } from '../../idempotency/idempotency-handle.ts'
import type { StoredAnswer } from '../../idempotency/idempotency-store.ts'
import { type KeyedRequest, keyDigestOf } from '../../idempotency/with-idempotency.ts'
import { defined } from '../../primitives/defined.ts'
import { Rejection } from '../../primitives/rejection.ts'
import {
  type ApiRequest,
  type EnvelopedResponse,
  type EnvelopeText,
  envelope,
  type RawResponse,
  type RequestContext,
} from './endpoint.ts'

/** The result of a POST, and the id of its object. */
export type Made<Data> = EnvelopedResponse<Data> & { readonly id: string }

/**
 * The work of a POST, by the way its key and its effect are committed together
 * (`idempotency/with-idempotency.ts`).
 */
export type SealedWork<Result> =
  /** One database transaction: all of it goes through the `sql` of the given app. */
  | { readonly kind: 'transaction'; run(app: App): Promise<Result> }
  /**
   * Other systems, or several changes: running it again after a crash has the same effect as
   * running it once.
   */
  | { readonly kind: 'leased'; run(): Promise<Result> }
  /** One change of the journal, which carries the key. */
  | { readonly kind: 'carried'; run(idempotency?: IdempotencyHandle<Result>): Promise<Result> }

type Scope = Pick<KeyedRequest, 'accountId' | 'scope' | 'keptSeconds'>

/**
 * A POST other than a payment, run once for each Idempotency-Key of `accountId`. Responses may hold
 * a secret that is shown only once, so the stored response is sealed.
 */
export async function withSealedResponse<Data>(
  context: RequestContext,
  request: ApiRequest,
  work: Scope & SealedWork<Made<Data>>,
): Promise<EnvelopeText<Data>> {
  return withSealedText(context, request, {
    ...work,
    objectIdOf: ({ id }) => id,
    text: ({ id: _, ...answer }) => ({
      status: answer.status ?? 200,
      body: envelope(answer, request.language),
    }),
  })
}

/** The same for work that returns its response as text. */
export async function withSealedText<Result>(
  { app, withIdempotency }: RequestContext,
  request: ApiRequest,
  work: Scope &
    SealedWork<Result> & { objectIdOf(result: Result): string; text(result: Result): StoredAnswer },
): Promise<RawResponse> {
  const { method, path, body, idempotencyKey: key } = request
  const { accountId, scope, keptSeconds, objectIdOf, text } = work
  if (key === undefined)
    return text(await (work.kind === 'transaction' ? work.run(app) : work.run()))

  const keyedRequest: KeyedRequest = {
    accountId,
    key,
    method,
    path,
    body,
    ...defined({ scope, keptSeconds }),
  }
  const place = answerPlace(accountId, keyDigestOf(app.vault, keyedRequest))
  const common = {
    objectIdOf,
    render(result: Result): StoredAnswer {
      const { status, body: plain } = text(result)
      return { status, body: app.vault.seal(plain, place).toString('base64') }
    },
    // After 30 days the response is deleted; the created object can be queried.
    recover: () => Promise.reject(new Rejection('idempotency-key-reused')),
  }
  const { replayed, ...answer } = await withIdempotency(
    keyedRequest,
    work.kind === 'transaction'
      ? { ...common, kind: 'transaction', sql: app.sql, run: (sql) => work.run({ ...app, sql }) }
      : work.kind === 'leased'
        ? { ...common, kind: 'leased', run: () => work.run() }
        : {
            ...common,
            kind: 'carried',
            run: (idempotency) => work.run(idempotency),
            renderRejection: () => undefined,
          },
  )
  const sealed = Buffer.from(answer.body, 'base64')
  return {
    status: answer.status,
    body: atItsPlace(place, (at) => app.vault.open(sealed, at)).toString('utf8'),
    headers: replayed ? { 'Idempotent-Replayed': 'true' } : {},
  }
}
