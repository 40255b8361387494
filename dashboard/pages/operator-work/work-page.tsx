import { Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { WorkQueueWire } from '../../../contract/work.ts'
import { call } from '../../api/client.ts'
import { now } from '../../api/clock.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { OpeningId } from '../../parts/object-links.tsx'
import { Page } from '../../parts/page.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { Nothing, State, When } from '../../parts/values.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { StuckWork } from './stuck-work.tsx'
import { workTarget } from './work-target.ts'
import { queueNames, workTexts } from './work-texts.ts'

/** How often the queues are read again, ms. */
const pollMs = 5_000

/** A queue is late when its oldest item waits longer than this, as in the overview, ms. */
const lateAfterMs = 60_000

/** What the workers have to do, and what does not move. */
export default function WorkPage() {
  const t = useTexts(workTexts)
  return (
    <Page title={t.title} lead={t.lead}>
      <StuckWork />
      <Card title={t.queues} lead={t.queuesLead} flush>
        <Queues />
      </Card>
    </Page>
  )
}

function Queues() {
  const t = useTexts(workTexts)
  const names = useTexts(queueNames)
  const { data, error, refetch } = useQuery({
    queryKey: ['work'],
    queryFn: ({ signal }) => call<readonly WorkQueueWire[]>('GET', '/api/admin/work', { signal }),
    refetchInterval: pollMs,
  })
  if (error && !data) return <Failure error={error} retry={refetch} />
  if (!data) return <RowsSkeleton rows={8} />
  return (
    <WideTable label={t.queues} minWidth={760} isFlush>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.queue}</Table.Th>
          <Table.Th>{t.state}</Table.Th>
          <Table.Th ta="right">{t.due}</Table.Th>
          <Table.Th ta="right">{t.inHand}</Table.Th>
          <Table.Th>{t.oldest}</Table.Th>
          <Table.Th>{t.next}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.map((queue) => (
          <Table.Tr key={queue.kind}>
            <Table.Th fw={500}>{names[queue.kind]}</Table.Th>
            <Table.Td>
              <QueueState queue={queue} />
            </Table.Td>
            <Table.Td ta="right">
              <Count of={queue.due} />
            </Table.Td>
            <Table.Td ta="right">
              <Count of={queue.inHand} />
            </Table.Td>
            <Table.Td>
              <When at={queue.oldestDueAt} as="distance" />
              <Oldest queue={queue} />
            </Table.Td>
            <Table.Td>
              <When at={queue.nextDueAt} as="distance" />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

/** What has waited longest, at its page. */
function Oldest({ queue: { kind, oldest } }: { readonly queue: WorkQueueWire }) {
  const target = oldest === null ? undefined : workTarget(kind, oldest)
  if (!target) return null
  return (
    <Text size="xs">
      <OpeningId {...target} />
    </Text>
  )
}

function QueueState({ queue: { due, oldestDueAt } }: { readonly queue: WorkQueueWire }) {
  const t = useTexts(workTexts)
  if (oldestDueAt !== null && now().getTime() - Date.parse(oldestDueAt) > lateAfterMs)
    return <State tone="bad">{t.late}</State>
  if (due.count > 0) return <State tone="waiting">{t.working}</State>
  return <State tone="good">{t.upToDate}</State>
}

function Count({ of }: { readonly of: WorkQueueWire['inHand'] }) {
  const { bounded } = useFormat()
  if (of === null || of.count === 0) return <Nothing />
  return (
    <Text span size="sm" fw={600}>
      {bounded(of)}
    </Text>
  )
}
