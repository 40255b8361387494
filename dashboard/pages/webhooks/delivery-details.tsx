import { Group, Stack, Text } from '@mantine/core'
import { queryOptions } from '@tanstack/react-query'
import type { WebhookDeliveryDetailWire } from '../../../contract/webhook-delivery.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { Code, IdText } from '../../parts/code.tsx'
import { Facts } from '../../parts/facts.tsx'
import { State, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { webhookTexts } from './webhooks-texts.ts'

/** A delivery at its path: that of the account of the pages, or of any account for the operator. */
export const deliveryQuery = (path: string) =>
  queryOptions({
    queryKey: ['webhook-delivery', path],
    queryFn: ({ signal }) => call<WebhookDeliveryDetailWire>('GET', path, { signal }),
    // The next attempt may be seconds away.
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? 3_000 : false),
  })

/** What was sent where, and what the receiver answered each time. */
export function DeliveryDetails({ delivery }: { readonly delivery: WebhookDeliveryDetailWire }) {
  const t = useTexts(webhookTexts)
  return (
    <>
      <Card>
        <Facts
          rows={[
            [t.address, delivery.url],
            ['webhook-id', <IdText key="event">{delivery.eventId}</IdText>],
            [t.object, <IdText key="object">{delivery.objectId}</IdText>],
            [t.created, <When key="created" at={delivery.createdAt} />],
            [t.next, <When key="next" at={delivery.nextAttemptAt} />],
            [t.attempts, delivery.attempts],
          ]}
        />
      </Card>
      <Tries tries={delivery.tries} />
      <Card title={t.payload}>
        <Code>{JSON.stringify(delivery.payload, null, 2)}</Code>
      </Card>
    </>
  )
}

function Tries({ tries }: Pick<WebhookDeliveryDetailWire, 'tries'>) {
  const t = useTexts(webhookTexts)
  if (tries.length === 0) return null
  return (
    <Card title={t.attempts}>
      <Stack>
        {tries.toReversed().map(({ number, at, status, durationMs, error, answer }) => (
          <div key={number}>
            <Group gap="xs">
              <Text fw={600} size="sm">
                {t.attempt(number)}
              </Text>
              <State tone={status !== null && status < 300 ? 'good' : 'bad'}>
                {status === null ? (error ?? t.noAnswer) : String(status)}
              </State>
              <Text size="xs" c="dimmed">
                <When at={at} as="exactInstant" /> · {durationMs} ms
              </Text>
            </Group>
            {answer !== null && answer !== '' && <Code>{answer}</Code>}
          </div>
        ))}
      </Stack>
    </Card>
  )
}
