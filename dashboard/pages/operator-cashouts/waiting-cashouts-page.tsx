import { Anchor, Box, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CashoutWire } from '../../../contract/cashout.ts'
import { useMay } from '../../api/login.ts'
import { AccountName } from '../../parts/account-name.tsx'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { Page } from '../../parts/page.tsx'
import { useList } from '../../parts/use-list.ts'
import { Money, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { cashoutTexts } from '../cashouts/cashouts-texts.ts'
import { AccountCashoutDecision } from './account-cashout-decision.tsx'
import { waitingCashoutTexts } from './waiting-cashouts-texts.ts'

type WaitingCashout = CashoutWire & { readonly accountId: string }

/** The cashouts of all accounts that wait for a person, the oldest first. */
export default function WaitingCashoutsPage() {
  const t = useTexts(waitingCashoutTexts)
  const list = useList<WaitingCashout>('/api/admin/cashouts/to-approve', {})
  return (
    <Page title={t.title} lead={t.lead}>
      <Card flush>
        <DataList
          list={list}
          columns={useColumns()}
          rowKey={({ id }) => id}
          label={t.title}
          empty={
            <EmptyPage title={t.emptyTitle} text={t.emptyText}>
              <Button
                variant="default"
                renderRoot={(props) => <Link to="/operator/accounts" {...props} />}
              >
                {t.toAccounts}
              </Button>
            </EmptyPage>
          }
        />
      </Card>
    </Page>
  )
}

function useColumns(): readonly Column<WaitingCashout>[] {
  const t = useTexts(waitingCashoutTexts)
  const shared = useTexts(cashoutTexts)
  const mayDecide = useMay().atOperator('account-cashouts:decide')
  return [
    {
      name: shared.amount,
      isMain: true,
      align: 'right',
      cell: ({ id, accountId, amount }) => (
        <Anchor
          className="row-link"
          c="inherit"
          fz="inherit"
          fw={600}
          renderRoot={(props) => (
            <Link
              to="/operator/accounts/$accountId/cashouts/$id"
              params={{ accountId, id }}
              {...props}
            />
          )}
        >
          <Money cents={amount} />
        </Anchor>
      ),
    },
    { name: t.account, isMain: true, cell: ({ accountId }) => <AccountName id={accountId} /> },
    {
      name: shared.receiver,
      cell: ({ beneficiaryName, pixKey }) => beneficiaryName ?? pixKey,
    },
    { name: shared.requestedBy, cell: ({ approval }) => approval?.requestedBy?.name ?? '' },
    { name: t.waitsSince, cell: ({ createdAt }) => <When at={createdAt} as="distance" /> },
    ...(mayDecide
      ? [
          {
            name: t.decision,
            align: 'right',
            // Above the link of the whole row.
            cell: ({ accountId, ...cashout }: WaitingCashout) => (
              <Box pos="relative" style={{ zIndex: 1 }}>
                <AccountCashoutDecision accountId={accountId} cashout={cashout} size="xs" />
              </Box>
            ),
          } as const,
        ]
      : []),
  ]
}
