import { Rejection } from '../primitives/rejection.ts'

/** The rejection of a request that the provider understood and refused. */
export const refusedByProvider = (
  code: 'charge-refused-by-provider' | 'card-refused-request',
  refusal: { readonly provider: string; readonly providerCode: string; readonly detail: string },
): Rejection => {
  const { provider, providerCode, detail } = refusal
  return new Rejection(code, { provider, providerCode, params: { detail } })
}

/** The rejection of a request that the provider did not process. The merchant may repeat it. */
export const providerUnavailable = (provider: string, cause: unknown): Rejection =>
  new Rejection('provider-unavailable', { provider, retryAfterSeconds: 5 }, { cause })
