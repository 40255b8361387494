import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DisputeWire } from '../../../contract/dispute.ts'
import { now } from '../../api/clock.ts'
import type { Column } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { Page } from '../../parts/page.tsx'
import { Money, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { DisputeList } from './dispute-list.tsx'
import { DisputeState } from './dispute-state.tsx'
import { disputeKindNames, disputeTexts } from './disputes-texts.ts'
import { shownState } from './shown-state.ts'

export default function DisputesPage() {
  const t = useTexts(disputeTexts)
  return (
    <Page title={t.title} lead={t.lead}>
      <DisputeList
        path="/api/user/chargebacks"
        columns={useColumns()}
        empty={<EmptyPage title={t.emptyTitle} text={t.emptyText} example={openDispute} />}
      />
    </Page>
  )
}

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
    { name: t.status, isMain: true, cell: (dispute) => <DisputeState dispute={dispute} /> },
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
      cell: (dispute) => (
        <When
          at={shownState(dispute, now()) === 'NEEDS_RESPONSE' ? dispute.answerBy : null}
          as="distance"
        />
      ),
    },
    { name: t.opened, cell: ({ openedAt }) => <When at={openedAt} as="day" /> },
  ]
}

const openDispute = `curl $SANDBOX_URL/disputes -H 'Content-Type: application/json' \\
  -d '{"reference": "E…", "kind": "med"}'`
