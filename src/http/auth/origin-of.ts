import type { RequestOrigin } from '../../people/people.ts'
import type { ApiRequest } from '../request/endpoint.ts'

/** Where a request comes from, as the person sees it in the list of logins. */
export const originOf = ({ caller, headers }: ApiRequest): RequestOrigin => ({
  address: caller,
  userAgent: headers['user-agent'] ?? '',
})
