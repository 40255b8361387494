import { queryOptions } from '@tanstack/react-query'
import type { SecondFactorsWire } from '../../contract/people.ts'
import { call } from '../api/client.ts'

/** What the person can show beside the password. */
export const factorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: ({ signal }) => call<SecondFactorsWire>('GET', '/api/auth/second-factor', { signal }),
})

/** What a person shows, as the API expects it. */
export type ShownFactor =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: unknown }
