import { Anchor, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { CashoutWire } from '../../../contract/cashout.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { AccountName } from '../../parts/account-name.tsx'
import { Card } from '../../parts/card.tsx'
import { EntryTable } from '../../parts/entry-table.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { CashoutDetails } from '../cashouts/cashout-details.tsx'
import { CashoutState } from '../cashouts/cashout-state.tsx'
import { AccountCashoutDecision } from './account-cashout-decision.tsx'
import { waitingCashoutTexts } from './waiting-cashouts-texts.ts'

/** A cashout of any account, as the operator reads and decides it. */
export default function AccountCashoutPage() {
  const { accountId, id } = useParams({
    from: '/signed-in/operator/accounts/$accountId/cashouts/$id',
  })
  const t = useTexts(waitingCashoutTexts)
  const { money } = useFormat()
  const maySeeWallet = useMay().atOperator('account-wallet:read')
  const account = `/api/admin/accounts/${accountId}`
  const path = `${account}/cashouts/${id}`
  const query = ['account-cashout', accountId, id]
  const {
    data: cashout,
    error,
    refetch,
  } = useQuery({
    queryKey: query,
    queryFn: ({ signal }) => call<CashoutWire>('GET', path, { signal }),
  })
  if (error && !cashout) return <Failure error={error} retry={refetch} />
  if (!cashout) return <PageSkeleton />
  return (
    <Page
      title={money(cashout.amount)}
      back={{ to: '/operator/cashouts', text: t.title }}
      lead={
        <Group gap="xs">
          <CashoutState cashout={cashout} />
          <Anchor
            renderRoot={(props) => (
              <Link
                to="/operator/accounts/$id"
                params={{ id: accountId }}
                search={{ part: 'cashouts' }}
                {...props}
              />
            )}
          >
            <AccountName id={accountId} />
          </Anchor>
        </Group>
      }
      actions={<AccountCashoutDecision accountId={accountId} cashout={cashout} />}
    >
      <CashoutDetails cashout={cashout} query={query} receiptPath={`${path}/receipt`} />
      {maySeeWallet && (
        <Card title={t.entries} flush>
          <EntryTable path={`${account}/wallet/entries`} query={{ causeId: id }} />
        </Card>
      )}
    </Page>
  )
}
