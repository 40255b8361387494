import { Anchor, SegmentedControl, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DisputeWire } from '../../../contract/dispute.ts'
import { useLiveEvents } from '../../live/live-events.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { Page } from '../../parts/page.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { Money, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { DisputeState } from './dispute-state.tsx'
import { disputeKindNames, disputeStatusNames, disputeTexts } from './disputes-texts.ts'

export default function DisputesPage() {
  const t = useTexts(disputeTexts)
  const statuses = useTexts(disputeStatusNames)
  const filters = useFilters(['status'])
  const list = useList<DisputeWire>('/api/user/chargebacks', filters.values)
  useLiveEvents(({ type }) => {
    if (isOfDispute(type)) list.refetch()
  })
  return (
    <Page title={t.title} lead={t.lead}>
      <SegmentedControl
        aria-label={t.status}
        data={[
          { value: '', label: t.all },
          ...Object.entries(statuses).map(([value, label]) => ({ value, label })),
        ]}
        value={filters.values.status ?? ''}
        onChange={(status) => filters.set({ status })}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      <Card flush>
        <DataList
          list={list}
          columns={useColumns()}
          rowKey={({ id }) => id}
          label={t.title}
          hasFilters={filters.isAny}
          onClearFilters={filters.clear}
          empty={<EmptyPage title={t.emptyTitle} text={t.emptyText} example={openDispute} />}
        />
      </Card>
    </Page>
  )
}

/** Disputes have no events of their own: they are in those of their sale. */
const isOfDispute = (type: string): boolean =>
  /^transaction\.(?:dispute_|in_protest|chargedback)/.test(type)

function useColumns(): readonly Column<DisputeWire>[] {
  const t = useTexts(disputeTexts)
  const kinds = useTexts(disputeKindNames)
  return [
    {
      name: t.amount,
      align: 'right',
      isMain: true,
      cell: ({ id, amount }) => (
        <Anchor
          className="row-link"
          c="inherit"
          fw={600}
          renderRoot={(props) => <Link to="/disputes/$id" params={{ id }} {...props} />}
        >
          <Money cents={amount} />
        </Anchor>
      ),
    },
    { name: t.status, isMain: true, cell: ({ status }) => <DisputeState status={status} /> },
    { name: t.kind, cell: ({ kind }) => kinds[kind] },
    {
      name: t.reason,
      cell: ({ reason }) => (
        <Text size="sm" lineClamp={1}>
          {reason.text}
        </Text>
      ),
    },
    {
      name: t.answerBy,
      cell: ({ status, answerBy }) => (
        <When at={status === 'NEEDS_RESPONSE' ? answerBy : null} as="distance" />
      ),
    },
    { name: t.opened, cell: ({ openedAt }) => <When at={openedAt} as="day" /> },
  ]
}

const openDispute = `curl $SANDBOX_URL/disputes -H 'Content-Type: application/json' \\
  -d '{"reference": "E…", "kind": "med"}'`
