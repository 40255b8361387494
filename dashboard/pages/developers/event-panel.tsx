import { Anchor, Drawer, Group, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { EventWire } from '../../../contract/events.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Code, IdText } from '../../parts/code.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/rows.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { When } from '../../parts/values.tsx'
import { useEventName } from '../../text/event-names.ts'
import { useTexts } from '../../text/text.ts'
import { eventTexts } from './developers-texts.ts'
import { ResendEvent } from './resend-event.tsx'

const eventQuery = (id: string) =>
  queryOptions({
    queryKey: ['event', id],
    queryFn: ({ signal }) => call<EventWire>('GET', `/api/user/events/${id}`, { signal }),
  })

/** One event: its body, and a way to send it again. */
export function EventPanel({
  id,
  onClose,
}: {
  /** Left out: closed. */
  readonly id: string | undefined
  readonly onClose: () => void
}) {
  const t = useTexts(eventTexts)
  return (
    <Drawer opened={id !== undefined} onClose={onClose} position="right" size="lg" title={t.type}>
      {id !== undefined && <EventDetails id={id} />}
    </Drawer>
  )
}

function EventDetails({ id }: { readonly id: string }) {
  const t = useTexts(eventTexts)
  const may = useMay()
  const nameOf = useEventName()
  const { data: event, error, refetch } = useQuery(eventQuery(id))
  if (error && !event) return <Failure error={error} retry={refetch} />
  if (!event) return <RowsSkeleton />
  const isTransaction = event.type.startsWith('transaction.')
  return (
    <Stack>
      <div>
        <Text fw={600}>{nameOf(event.type)}</Text>
        <Text size="sm" c="dimmed" className="code">
          {event.type}
        </Text>
      </div>
      <Group gap="md">
        {isTransaction && may.atAccount('transactions:read') && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/transactions/$id" params={{ id: event.objectId }} {...props} />
            )}
          >
            {t.openTransaction}
          </Anchor>
        )}
        {may.atAccount('webhooks:read') && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/webhooks/deliveries" search={{ eventId: id }} {...props} />
            )}
          >
            {t.deliveries}
          </Anchor>
        )}
      </Group>
      <Rows
        rows={[
          ['webhook-id', <IdText key="id">{event.id}</IdText>],
          [t.object, <IdText key="object">{event.objectId}</IdText>],
          [t.at, <When key="at" at={event.occurredAt} as="exactInstant" />],
          [t.position, event.position],
        ]}
      />
      {may.atAccount('events:resend') && <ResendEvent id={id} />}
      <Text fw={600} size="sm">
        {t.payload}
      </Text>
      <Code>{JSON.stringify(event.payload, null, 2)}</Code>
    </Stack>
  )
}
