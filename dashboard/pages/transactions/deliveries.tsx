import { Text } from '@mantine/core'
import type { WebhookDeliveryWire } from '../../../contract/webhook-delivery.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { useList } from '../../parts/use-list.ts'
import { When } from '../../parts/values.tsx'
import { useEventName } from '../../text/event-names.ts'
import { useTexts } from '../../text/text.ts'
import { DeliveryBadge } from '../webhooks/webhook-states.tsx'
import { transactionTexts } from './transactions-texts.ts'

/** The webhooks of the transaction: which event went where, and what the address returned. */
export function Deliveries({ id }: { readonly id: string }) {
  const t = useTexts(transactionTexts)
  const eventName = useEventName()
  const list = useList<WebhookDeliveryWire>('/api/user/webhooks/deliveries', { objectId: id })
  const columns: readonly Column<WebhookDeliveryWire>[] = [
    { name: t.event, isMain: true, cell: ({ type }) => eventName(type) },
    {
      name: t.status,
      isMain: true,
      cell: ({ state }) => <DeliveryBadge state={state} />,
    },
    {
      name: t.address,
      cell: ({ url }) => (
        <Text size="sm" className="code">
          {url}
        </Text>
      ),
    },
    { name: t.response, cell: ({ lastStatus, lastError }) => lastStatus ?? lastError ?? '' },
    { name: t.attempts, align: 'right', cell: ({ attempts }) => attempts },
    { name: t.created, cell: ({ createdAt }) => <When at={createdAt} as="exactInstant" /> },
  ]
  return (
    <Card title={t.webhooks} flush>
      <DataList
        list={list}
        columns={columns}
        rowKey={(delivery) => delivery.id}
        label={t.webhooks}
        empty={
          <Text size="sm" c="dimmed" p="md">
            {t.noWebhooks}
          </Text>
        }
      />
    </Card>
  )
}
