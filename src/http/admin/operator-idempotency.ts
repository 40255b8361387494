import type { ApiRequest, EnvelopeText, RequestContext } from '../request/endpoint.ts'
import { type Made, type SealedWork, withSealedResponse } from '../request/sealed-response.ts'

/** An operator's POST, run once for each Idempotency-Key. */
export const withOperatorIdempotency = <Data>(
  context: RequestContext,
  request: ApiRequest,
  work: SealedWork<Made<Data>>,
): Promise<EnvelopeText<Data>> =>
  withSealedResponse(context, request, { ...work, accountId: operators })

/** Keys of operators are a scope of their own, beside those of every account. */
const operators = '00000000-0000-0000-0000-000000000000'
