import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DisputeWire } from '../../../contract/dispute.ts'
import { now } from '../../api/clock.ts'
import { AccountName } from '../../parts/account-name.tsx'
import type { Column } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { Page } from '../../parts/page.tsx'
import { Money, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { DisputeList } from '../disputes/dispute-list.tsx'
import { DisputeState } from '../disputes/dispute-state.tsx'
import { disputeKindNames, disputeTexts } from '../disputes/disputes-texts.ts'
import { shownState } from '../disputes/shown-state.ts'
import { accountDisputeTexts } from './account-disputes-texts.ts'

type AccountDispute = DisputeWire & { readonly accountId: string }

/** The disputes of all accounts, the one with the nearest deadline first. */
export default function AccountDisputesPage() {
  const t = useTexts(accountDisputeTexts)
  const shared = useTexts(disputeTexts)
  return (
    <Page title={t.title} lead={t.lead}>
      <DisputeList
        path="/api/admin/disputes"
        columns={useColumns()}
        empty={<EmptyPage title={shared.emptyTitle} text={t.emptyText} />}
      />
    </Page>
  )
}

function useColumns(): readonly Column<AccountDispute>[] {
  const t = useTexts(disputeTexts)
  const kinds = useTexts(disputeKindNames)
  return [
    {
      name: t.answerBy,
      cell: (dispute) =>
        shownState(dispute, now()) === 'NEEDS_RESPONSE' && dispute.answerBy !== null ? (
          <Text span size="sm" fw={600}>
            <When at={dispute.answerBy} as="distance" />
          </Text>
        ) : (
          <When at={null} />
        ),
    },
    { name: t.status, cell: (dispute) => <DisputeState dispute={dispute} /> },
    {
      name: t.account,
      isMain: true,
      cell: ({ id, accountId }) => (
        <Anchor
          className="row-link"
          size="sm"
          c="inherit"
          fw={600}
          renderRoot={(props) => (
            <Link to="/operator/disputes/$accountId/$id" params={{ accountId, id }} {...props} />
          )}
        >
          <AccountName id={accountId} />
        </Anchor>
      ),
    },
    {
      name: t.reason,
      cell: ({ kind, reason }) => (
        <Text size="sm" lineClamp={1}>
          {kinds[kind]} · {reason.text}
        </Text>
      ),
    },
    { name: t.opened, cell: ({ openedAt }) => <When at={openedAt} as="day" /> },
    {
      name: t.amount,
      align: 'right',
      isMain: true,
      cell: ({ amount }) => <Money cents={amount} />,
    },
  ]
}
