import type { ApiRequest, EnvelopeText, RawResponse, RequestContext } from '../request/endpoint.ts'
import {
  type Made,
  type SealedWork,
  withSealedResponse,
  withSealedText,
} from '../request/sealed-response.ts'

/** An operator's POST, run once for each Idempotency-Key. */
export const withOperatorIdempotency = <Data>(
  context: RequestContext,
  request: ApiRequest,
  work: SealedWork<Made<Data>>,
): Promise<EnvelopeText<Data>> =>
  withSealedResponse(context, request, { ...work, accountId: operators })

/** The same for work that returns its response as text. */
export const withOperatorTextIdempotency = <Result>(
  context: RequestContext,
  request: ApiRequest,
  work: SealedWork<Result> &
    Pick<Parameters<typeof withSealedText<Result>>[2], 'objectIdOf' | 'text'>,
): Promise<RawResponse> => withSealedText(context, request, { ...work, accountId: operators })

/** Keys of operators are a scope of their own, beside those of every account. */
const operators = '00000000-0000-0000-0000-000000000000'
