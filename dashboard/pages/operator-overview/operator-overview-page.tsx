import { Grid, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { OperatorOverviewWire } from '../../../contract/operator-overview.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { Rows } from '../../parts/rows.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { Money } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { Attention } from './attention.tsx'
import { DueDisputes } from './due-disputes.tsx'
import { operatorOverviewTexts } from './operator-overview-texts.ts'

const overviewQuery = queryOptions({
  queryKey: ['operator-overview'],
  queryFn: ({ signal }) => call<OperatorOverviewWire>('GET', '/api/admin/overview', { signal }),
  refetchInterval: 15_000, // The operator has no event stream.
})

/** The operator's day: what waits, then what was sold. */
export default function OperatorOverviewPage() {
  const t = useTexts(operatorOverviewTexts)
  const { data: overview, error, refetch } = useQuery(overviewQuery)
  if (error && !overview) return <Failure error={error} retry={refetch} />
  if (!overview) return <PageSkeleton />
  return (
    <Page title={t.title} lead={t.lead}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <Attention overview={overview} />
            <DueDisputes disputes={overview.disputes} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <Sales sales={overview.sales} />
            <Accounts accounts={overview.accounts} />
            <Books books={overview.books} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

function Sales({ sales: { today, days, isComplete } }: Pick<OperatorOverviewWire, 'sales'>) {
  const t = useTexts(operatorOverviewTexts)
  const { number, day } = useFormat()
  return (
    <Card title={t.sales}>
      <Text size="xl" fw={650}>
        <Money cents={today.amount} />
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t.salesCount(number(today.count))}
      </Text>
      <Rows
        rows={days
          .toReversed()
          .slice(1)
          .map(({ date, amount }) => [day(date), <Money key={date} cents={amount} />] as const)}
      />
      {!isComplete && (
        <Text size="xs" c="dimmed" mt="sm">
          {t.partial}
        </Text>
      )}
    </Card>
  )
}

function Accounts({ accounts }: Pick<OperatorOverviewWire, 'accounts'>) {
  const t = useTexts(operatorOverviewTexts)
  const { bounded } = useFormat()
  return (
    <Card title={t.accounts}>
      <Rows
        rows={[
          [t.active, bounded(accounts.active)],
          [t.suspended, bounded(accounts.suspended)],
        ]}
      />
    </Card>
  )
}

/** Breaches are in the list of what needs a person. */
function Books({
  books: { verifiedAt, breaches, changedDays },
}: Pick<OperatorOverviewWire, 'books'>) {
  const t = useTexts(operatorOverviewTexts)
  const { realDistance } = useFormat()
  if (breaches > 0 || changedDays > 0) return null
  return (
    <Card title={t.books}>
      <Text size="sm">
        {verifiedAt === null ? t.notVerified : t.booksGood(realDistance(verifiedAt))}
      </Text>
    </Card>
  )
}
