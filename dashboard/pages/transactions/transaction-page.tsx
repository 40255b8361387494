import { Button, Timeline } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { TimelineStep, TransactionWire } from '../../../contract/transaction.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { useLiveEvents } from '../../live/live-events.ts'
import { Card } from '../../parts/card.tsx'
import { IdText } from '../../parts/code.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { TransactionState } from '../../parts/transaction-status.tsx'
import { useChange } from '../../parts/use-change.ts'
import { Money, When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { methodNames } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { transactionTexts } from './transactions-texts.ts'

const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: ['transaction', id],
    queryFn: ({ signal }) =>
      call<TransactionWire>('GET', `/api/user/transactions/${id}`, { signal }),
  })

const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['transaction', id, 'timeline'],
    queryFn: ({ signal }) =>
      call<readonly TimelineStep[]>('GET', `/api/user/transactions/${id}/timeline`, { signal }),
  })

export default function TransactionPage() {
  const { id } = useParams({ from: '/signed-in/transactions/$id' })
  const t = useTexts(transactionTexts)
  const methods = useTexts(methodNames)
  const { money } = useFormat()
  const client = useQueryClient()
  const { data: transaction, error, refetch } = useQuery(transactionQuery(id))
  useLiveEvents(({ objectId }) => {
    if (objectId === id) void client.invalidateQueries({ queryKey: ['transaction', id] })
  })
  if (error && !transaction) return <Failure error={error} retry={refetch} />
  if (!transaction) return <PageSkeleton />
  return (
    <Page
      title={money(transaction.amount)}
      back={{ to: '/transactions', text: t.title }}
      lead={<TransactionState status={transaction.status} />}
      actions={<CancelButton transaction={transaction} />}
    >
      <Card>
        <Facts
          rows={[
            ['id', <IdText key="id">{transaction.id}</IdText>],
            [t.method, methods[transaction.paymentMethod]],
            [t.created, <When key="created" at={transaction.createdAt} />],
            [t.paidAt, <When key="paid" at={transaction.paidAt} />],
            [t.net, <Money key="net" cents={transaction.fee.netAmount} />],
            [t.refunded, <Money key="refunded" cents={transaction.refundedAmount} />],
            [t.reference, transaction.externalRef],
            [t.customer, transaction.customer?.name],
            [t.refusedReason, transaction.refusedReason],
          ]}
        />
      </Card>
      <Steps id={id} />
    </Page>
  )
}

function CancelButton({ transaction: { id, status } }: { readonly transaction: TransactionWire }) {
  const t = useTexts(transactionTexts)
  const may = useMay()
  const cancel = useChange(
    () => call<TransactionWire>('POST', `/api/user/transactions/${id}/cancel`, { body: {} }),
    { done: t.cancelled },
  )
  const canCancel = status === 'WAITING_PAYMENT' || status === 'AUTHORIZED'
  if (!canCancel || !may.atAccount('transactions:cancel')) return null
  return (
    <>
      <Button variant="default" onClick={() => cancel.mutate()} loading={cancel.isPending}>
        {t.cancel}
      </Button>
      {cancel.error && <Failure error={cancel.error} />}
    </>
  )
}

function Steps({ id }: { readonly id: string }) {
  const t = useTexts(transactionTexts)
  const { data: steps = [] } = useQuery(timelineQuery(id))
  return (
    <Card title={t.timeline}>
      <Timeline active={steps.length} bulletSize={14} lineWidth={2}>
        {steps.map(({ version, type, at }) => (
          <Timeline.Item key={version} title={type}>
            <When at={at} as="exactInstant" />
          </Timeline.Item>
        ))}
      </Timeline>
    </Card>
  )
}
