import { Button, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { WebhookDeliveryDetailWire } from '../../../contract/webhook-delivery.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { Code, IdText } from '../../parts/code.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useChange } from '../../parts/use-change.ts'
import { State, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { DeliveryBadge } from './webhook-states.tsx'
import { webhookTexts } from './webhooks-texts.ts'

const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook-delivery', id],
    queryFn: ({ signal }) =>
      call<WebhookDeliveryDetailWire>('GET', `/api/user/webhooks/deliveries/${id}`, { signal }),
    // The next attempt may be seconds away.
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? 3_000 : false),
  })

/** One delivery: what was sent, and what the receiver answered each time. */
export default function DeliveryPage() {
  const { id } = useParams({ from: '/signed-in/webhooks/deliveries/$id' })
  const t = useTexts(webhookTexts)
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(id))
  if (error && !delivery) return <Failure error={error} retry={refetch} />
  if (!delivery) return <PageSkeleton />
  return (
    <Page
      title={delivery.type}
      back={{ to: '/webhooks/deliveries', text: t.deliveries }}
      lead={<DeliveryBadge state={delivery.state} />}
      actions={<Resend id={id} />}
    >
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
    </Page>
  )
}

function Resend({ id }: { readonly id: string }) {
  const t = useTexts(webhookTexts)
  const canResend = useMay().atAccount('webhooks:redeliver')
  const resend = useChange(() => call('POST', `/api/user/webhooks/deliveries/${id}/redeliver`), {
    done: t.resent,
  })
  if (!canResend) return null
  return (
    <>
      {resend.error && <Failure error={resend.error} />}
      <Button variant="default" onClick={() => resend.mutate()} loading={resend.isPending}>
        {t.resend}
      </Button>
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
