import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { WebhookDeliveryWire } from '../../../contract/webhook-delivery.ts'
import type { Query } from '../../api/client.ts'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { useList } from '../../parts/use-list.ts'
import { When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { DeliveryBadge } from './webhook-states.tsx'
import { webhookTexts } from './webhooks-texts.ts'

/** The deliveries that match the filters, the newest first. */
export function DeliveryList({
  filters,
  hasFilters = false,
  onClearFilters,
}: {
  readonly filters: Query
  readonly hasFilters?: boolean
  readonly onClearFilters?: () => void
}) {
  const t = useTexts(webhookTexts)
  const list = useList<WebhookDeliveryWire>('/api/user/webhooks/deliveries', filters)
  return (
    <DataList
      list={list}
      columns={useColumns()}
      rowKey={({ id }) => id}
      label={t.deliveries}
      hasFilters={hasFilters}
      {...(onClearFilters && { onClearFilters })}
      empty={<EmptyPage title={t.noDeliveries} text={t.noDeliveriesText} />}
    />
  )
}

function useColumns(): readonly Column<WebhookDeliveryWire>[] {
  const t = useTexts(webhookTexts)
  return [
    {
      name: t.event,
      isMain: true,
      cell: ({ id, type }) => (
        <Anchor
          className="row-link code"
          c="inherit"
          renderRoot={(props) => <Link to="/webhooks/deliveries/$id" params={{ id }} {...props} />}
        >
          {type}
        </Anchor>
      ),
    },
    { name: t.status, isMain: true, cell: ({ state }) => <DeliveryBadge state={state} /> },
    { name: t.address, cell: ({ url }) => <span style={{ overflowWrap: 'anywhere' }}>{url}</span> },
    { name: t.attempts, align: 'right', cell: ({ attempts }) => attempts },
    {
      name: t.last,
      cell: ({ lastStatus, lastError }) => lastStatus ?? lastError ?? '',
    },
    { name: t.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  ]
}
