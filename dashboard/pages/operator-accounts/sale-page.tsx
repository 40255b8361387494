import { Anchor, Grid, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { AccountName } from '../../parts/account-name.tsx'
import { Card } from '../../parts/card.tsx'
import { EntryTable } from '../../parts/entry-table.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { TransactionState } from '../../parts/transaction-status.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { CustomerCard } from '../transactions/customer-card.tsx'
import { Items } from '../transactions/items.tsx'
import { MoneyCard } from '../transactions/money-card.tsx'
import { PaymentCard } from '../transactions/payment-card.tsx'
import { Refunds } from '../transactions/refunds.tsx'
import { Timeline } from '../transactions/timeline.tsx'
import { accountTexts } from './accounts-texts.ts'

/** A payment of any account, as the operator reads it. */
export default function SalePage() {
  const { accountId, id } = useParams({
    from: '/signed-in/operator/accounts/$accountId/transactions/$id',
  })
  const t = useTexts(accountTexts)
  const { money } = useFormat()
  const maySeeWallet = useMay().atOperator('account-wallet:read')
  const account = `/api/admin/accounts/${accountId}`
  const {
    data: sale,
    error,
    refetch,
  } = useQuery({
    queryKey: ['account-transaction', accountId, id],
    queryFn: ({ signal }) =>
      call<TransactionWire>('GET', `${account}/transactions/${id}`, { signal }),
  })
  if (error && !sale) return <Failure error={error} retry={refetch} />
  if (!sale) return <PageSkeleton />
  return (
    <Page
      title={money(sale.amount)}
      back={{ to: '/operator/accounts', text: t.title }}
      lead={
        <Group gap="xs">
          <TransactionState status={sale.status} />
          <Anchor
            renderRoot={(props) => (
              <Link to="/operator/accounts/$id" params={{ id: accountId }} {...props} />
            )}
          >
            <AccountName id={accountId} />
          </Anchor>
        </Group>
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <Timeline transaction={sale} path={`${account}/transactions/${id}/timeline`} />
            <Refunds transaction={sale} />
            <Items transaction={sale} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <MoneyCard
              transaction={sale}
              receivables={{ path: `${account}/receivables`, isPermitted: maySeeWallet }}
            />
            <CustomerCard transaction={sale} />
            <PaymentCard transaction={sale} />
          </Stack>
        </Grid.Col>
      </Grid>
      {maySeeWallet && (
        <Card title={t.entries} flush>
          <EntryTable path={`${account}/wallet/entries`} query={{ transactionId: id }} />
        </Card>
      )}
    </Page>
  )
}
