import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { AccountWire } from '../../../contract/account.ts'
import type { WebhookDeliveryWire } from '../../../contract/webhook-delivery.ts'
import { Card } from '../../parts/card.tsx'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { PeriodFilter } from '../../parts/period-filter.tsx'
import { useList } from '../../parts/use-list.ts'
import { When } from '../../parts/values.tsx'
import { useEventName } from '../../text/event-names.ts'
import { useTexts } from '../../text/text.ts'
import { DeliveryBadge } from '../webhooks/webhook-states.tsx'
import { deliveryStateNames } from '../webhooks/webhooks-texts.ts'
import { accountTexts } from './accounts-texts.ts'
import { usePartFilters } from './use-part-filters.ts'

/** The webhook deliveries of an account, to read. */
export function AccountDeliveries({ account }: { readonly account: AccountWire }) {
  const t = useTexts(accountTexts)
  const eventName = useEventName()
  const { values, set, isAny, clear } = usePartFilters(['state', 'start_date', 'end_date'])
  const list = useList<WebhookDeliveryWire>(
    `/api/admin/accounts/${account.id}/webhooks/deliveries`,
    values,
  )
  const columns: readonly Column<WebhookDeliveryWire>[] = [
    {
      name: t.event,
      isMain: true,
      cell: ({ id, type }) => (
        <Anchor
          className="row-link"
          c="inherit"
          fz="inherit"
          renderRoot={(props) => (
            <Link
              to="/operator/accounts/$accountId/deliveries/$id"
              params={{ accountId: account.id, id }}
              {...props}
            />
          )}
        >
          {eventName(type)}
        </Anchor>
      ),
    },
    { name: t.status, isMain: true, cell: ({ state }) => <DeliveryBadge state={state} /> },
    {
      name: t.address,
      cell: ({ url }) => (
        <Text size="sm" className="code">
          {url}
        </Text>
      ),
    },
    { name: t.attempts, align: 'right', cell: ({ attempts }) => attempts },
    { name: t.lastStatus, cell: ({ lastStatus, lastError }) => lastStatus ?? lastError ?? '' },
    { name: t.when, cell: ({ createdAt }) => <When at={createdAt} /> },
  ]
  return (
    <Stack>
      <FilterBar onClear={isAny ? clear : undefined}>
        <ChoiceFilter
          name={t.status}
          names={useTexts(deliveryStateNames)}
          value={values.state}
          onChange={(state) => set({ state })}
        />
        <PeriodFilter from={values.start_date} until={values.end_date} onChange={set} />
      </FilterBar>
      <Card title={t.deliveries} lead={t.readOnly} flush>
        <DataList
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          label={t.deliveries}
          hasFilters={isAny}
          onClearFilters={clear}
          empty={<EmptyPage title={t.nothingTitle} text={t.nothingText} />}
        />
      </Card>
    </Stack>
  )
}
