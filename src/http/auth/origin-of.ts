import { holdsCardNumber } from '../../brazil/card-search.ts'
import type { RequestOrigin } from '../../people/people.ts'
import type { ApiRequest } from '../request/endpoint.ts'

/** Where a request comes from, as the person sees it in the list of logins. */
export const originOf = ({ caller, headers }: ApiRequest): RequestOrigin => ({
  address: caller,
  userAgent: withoutCardNumber(headers['user-agent'] ?? ''),
})

/** A login stores this text and a mail shows it, so it holds no card number (PCI DSS 3.3, 3.5). */
const withoutCardNumber = (text: string): string =>
  holdsCardNumber(text) ? text.replace(/\p{N}/gu, '#') : text
