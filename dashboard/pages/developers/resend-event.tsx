import { Button, Group, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RedeliveredWire } from '../../../contract/webhook-delivery.ts'
import type { WebhookEndpointWire } from '../../../contract/webhook-endpoint.ts'
import { call, list } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Failure } from '../../parts/failure.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { eventTexts } from './developers-texts.ts'

/** Sends an event to the endpoints that received it, or to one of the account's. */
export function ResendEvent({ id }: { readonly id: string }) {
  const t = useTexts(eventTexts)
  const [endpointId, setEndpoint] = useState('')
  const { data: endpoints } = useQuery({
    queryKey: ['webhook-endpoints', 'choice'],
    enabled: useMay().atAccount('webhooks:read'),
    queryFn: ({ signal }) =>
      list<WebhookEndpointWire>('/api/user/webhooks/endpoints', { query: { limit: 100 }, signal }),
  })
  const resend = useChange(() =>
    call<RedeliveredWire>('POST', `/api/user/events/${id}/resend`, {
      body: endpointId === '' ? {} : { endpointId },
    }),
  )
  return (
    <>
      <Group align="flex-end" gap="sm">
        <Select
          flex={1}
          label={t.resendTo}
          data={[
            { value: '', label: t.everywhere },
            ...(endpoints?.rows ?? []).map((each) => ({ value: each.id, label: each.url })),
          ]}
          value={endpointId}
          onChange={(value) => {
            setEndpoint(value ?? '')
            resend.reset()
          }}
          allowDeselect={false}
        />
        <Button variant="default" onClick={() => resend.mutate()} loading={resend.isPending}>
          {t.resend}
        </Button>
      </Group>
      {resend.data && (
        <Text size="sm" role="status">
          {t.resent(resend.data.redelivered)}
        </Text>
      )}
      {resend.error && <Failure error={resend.error} />}
    </>
  )
}
