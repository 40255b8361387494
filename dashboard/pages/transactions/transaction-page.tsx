import { Grid, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { useMay } from '../../api/login.ts'
import { useRereadOnEvents } from '../../live/use-reread.ts'
import { Card } from '../../parts/card.tsx'
import { EntryTable } from '../../parts/entry-table.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { TransactionState } from '../../parts/transaction-status.tsx'
import { useFormat } from '../../text/format.ts'
import { methodNames } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { CustomerCard } from './customer-card.tsx'
import { Deliveries } from './deliveries.tsx'
import { Disputes } from './disputes.tsx'
import { Items } from './items.tsx'
import { MoneyCard } from './money-card.tsx'
import { PaymentCard } from './payment-card.tsx'
import { Refunds } from './refunds.tsx'
import { Timeline } from './timeline.tsx'
import { TransactionActions } from './transaction-actions.tsx'
import { transactionQuery } from './transaction-query.ts'
import { transactionTexts } from './transactions-texts.ts'

export default function TransactionPage() {
  const { id } = useParams({ from: '/signed-in/transactions/$id' })
  const t = useTexts(transactionTexts)
  const may = useMay()
  const { money } = useFormat()
  const { data: transaction, error, refetch } = useQuery(transactionQuery(id))
  useRereadOnEvents([['transaction', id], ['list']], ({ objectId }) => objectId === id)
  if (error && !transaction) return <Failure error={error} retry={refetch} />
  if (!transaction) return <PageSkeleton />
  return (
    <Page
      title={money(transaction.amount)}
      back={{ to: '/transactions', text: t.title }}
      lead={<Headline transaction={transaction} />}
      actions={<TransactionActions transaction={transaction} />}
    >
      <Disputes transaction={transaction} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <Timeline transaction={transaction} />
            <Refunds transaction={transaction} />
            <Items transaction={transaction} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <MoneyCard transaction={transaction} />
            <CustomerCard transaction={transaction} />
            <PaymentCard
              transaction={transaction}
              opensLink={may.atAccount('payment-links:read')}
            />
          </Stack>
        </Grid.Col>
      </Grid>
      {may.atAccount('wallet:read') && (
        <Card title={t.entries} lead={t.entriesLead} flush>
          <EntryTable query={{ transactionId: id }} />
        </Card>
      )}
      {may.atAccount('webhooks:read') && <Deliveries id={id} />}
    </Page>
  )
}

/** The status, and one sentence about the payment. */
function Headline({ transaction }: { readonly transaction: TransactionWire }) {
  const t = useTexts(transactionTexts)
  const methods = useTexts(methodNames)
  const { instant } = useFormat()
  const { status, paymentMethod, paidAt, createdAt, customer, card, installments } = transaction
  const method = card
    ? `${methods[paymentMethod]} ${card.brand} ${shortDigits(card.lastDigits)}`
    : methods[paymentMethod]
  const parts = installments > 1 ? ` ${t.inParts(installments)}` : ''
  return (
    <Group gap="xs">
      <TransactionState status={status} />
      <span>
        {t.headline(
          method + parts,
          customer?.name ?? null,
          instant(paidAt ?? createdAt),
          paidAt !== null,
        )}
      </span>
    </Group>
  )
}

/** The last four digits, after two dots. */
const shortDigits = (digits: string): string => `••${digits.slice(-4)}`
