import { Timeline as MantineTimeline, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { TimelineStep, TransactionWire } from '../../../contract/transaction.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { When } from '../../parts/values.tsx'
import { useEventName } from '../../text/event-names.ts'
import { useTexts } from '../../text/text.ts'
import { transactionTexts } from './transactions-texts.ts'

const timelineQuery = (id: string, path: string) =>
  queryOptions({
    queryKey: ['transaction', id, 'timeline', path],
    queryFn: ({ signal }) => call<readonly TimelineStep[]>('GET', path, { signal }),
  })

/** What happened to the transaction, the newest first. */
export function Timeline({
  transaction,
  path = `/api/user/transactions/${transaction.id}/timeline`,
}: {
  readonly transaction: TransactionWire
  /** Left out: of the account of the pages. */
  readonly path?: string
}) {
  const t = useTexts(transactionTexts)
  const eventName = useEventName()
  const { data: steps, error, refetch } = useQuery(timelineQuery(transaction.id, path))
  return (
    <Card title={t.timeline}>
      {error && !steps && <Failure error={error} retry={refetch} />}
      {!steps && !error && <RowsSkeleton rows={3} />}
      {steps && (
        <MantineTimeline active={steps.length} bulletSize={14} lineWidth={2}>
          {steps.toReversed().map(({ version, type, at }) => (
            <MantineTimeline.Item
              key={version}
              color={colourOf(type)}
              title={
                <Text size="sm" fw={500} lh={1.3}>
                  {eventName(type)}
                </Text>
              }
            >
              {type === 'transaction.refused' && transaction.refusedReason && (
                <Text size="sm">{transaction.refusedReason}</Text>
              )}
              <Text size="xs" c="dimmed" component="div">
                <When at={at} as="exactInstant" />
              </Text>
            </MantineTimeline.Item>
          ))}
        </MantineTimeline>
      )}
    </Card>
  )
}

function colourOf(type: string): string {
  if (/paid$|won$|attempt_approved|authorized$/.test(type)) return 'guiche'
  if (/refused$|failed$|chargedback|lost$|not_processed|rejected$/.test(type)) return 'red'
  if (/protest|dispute|unknown|late_approval|returned$/.test(type)) return 'orange'
  return 'gray'
}
