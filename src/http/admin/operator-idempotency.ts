import type { ApiRequest, EnvelopeText, RawResponse, RequestContext } from '../request/endpoint.ts'
import {
  type Made,
  type SealedWork,
  withSealedResponse,
  withSealedText,
} from '../request/sealed-response.ts'

/** An operator's POST, run once for each Idempotency-Key. */
export const withOperatorIdempotency = <Data>(
  edge: RequestContext,
  asked: ApiRequest,
  work: SealedWork<Made<Data>>,
): Promise<EnvelopeText<Data>> => withSealedResponse(edge, asked, { ...work, accountId: operators })

/** The same for work that returns its response as text. */
export const withOperatorTextIdempotency = <Result>(
  edge: RequestContext,
  asked: ApiRequest,
  work: SealedWork<Result> &
    Pick<Parameters<typeof withSealedText<Result>>[2], 'objectIdOf' | 'text'>,
): Promise<RawResponse> => withSealedText(edge, asked, { ...work, accountId: operators })

/** Keys of operators are a scope of their own, beside those of every account. */
const operators = '00000000-0000-0000-0000-000000000000'
