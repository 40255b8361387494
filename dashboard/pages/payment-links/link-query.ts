import { queryOptions } from '@tanstack/react-query'
import type { EventWire } from '../../../contract/events.ts'
import type { PaymentLinkWire } from '../../../contract/payment-link.ts'
import { call } from '../../api/client.ts'

export const linkQuery = (id: string) =>
  queryOptions({
    queryKey: ['payment-link', id],
    queryFn: ({ signal }) =>
      call<PaymentLinkWire>('GET', `/api/user/payment-links/${id}`, { signal }),
  })

/** The link whose uses a payment changes. */
export function linkOfEvent({ type, payload }: EventWire): string | undefined {
  if (!type.startsWith('transaction.')) return undefined
  const { data } = payload as { readonly data?: { readonly paymentLinkId?: string } }
  return data?.paymentLinkId
}
