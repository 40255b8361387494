import { Anchor, Group, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OperatorOverviewWire } from '../../../contract/operator-overview.ts'
import { Card } from '../../parts/card.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { useCount } from './bounded-count.ts'
import { operatorOverviewTexts, queueNames } from './operator-overview-texts.ts'

interface Shown {
  readonly overview: OperatorOverviewWire
}

/** What waits for a person, the most urgent first. */
export function Attention({ overview }: Shown) {
  const t = useTexts(operatorOverviewTexts)
  const items = [...useTroubles(overview), ...useWaiting(overview)]
  return (
    <Card title={t.attention}>
      {items.length === 0 ? (
        <Group gap="xs" c="dimmed">
          <CircleCheck size={18} aria-hidden />
          <Text size="sm">{t.calm}</Text>
        </Group>
      ) : (
        <List spacing="xs" size="sm">
          {items.map(({ key, item }) => (
            <List.Item key={key}>{item}</List.Item>
          ))}
        </List>
      )}
    </Card>
  )
}

interface Item {
  readonly key: string
  readonly item: ReactNode
}

/** What is broken. */
function useTroubles({ books, providers, lateQueues }: OperatorOverviewWire): readonly Item[] {
  const t = useTexts(operatorOverviewTexts)
  const queues = useTexts(queueNames)
  const count = useCount()
  const { number, instant } = useFormat()
  return [
    ...(books.areCashoutsStopped ? [{ key: 'stopped', item: t.stopped }] : []),
    ...(books.breaches > 0 ? [{ key: 'breaches', item: t.breaches(number(books.breaches)) }] : []),
    ...(books.changedDays > 0
      ? [{ key: 'days', item: t.changedDays(number(books.changedDays)) }]
      : []),
    ...providers.map(({ id, name, state }) => ({
      key: id,
      item: (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/operator/providers/$id" params={{ id }} {...props} />}
        >
          {t[state](name)}
        </Anchor>
      ),
    })),
    ...lateQueues.map(({ kind, due, oldestDueAt }) => ({
      key: kind,
      item: (
        <Anchor size="sm" renderRoot={(props) => <Link to="/operator/work" {...props} />}>
          {t.queue(queues[kind], count(due), oldestDueAt === null ? '' : instant(oldestDueAt))}
        </Anchor>
      ),
    })),
  ]
}

/** What waits for a decision. */
function useWaiting({
  approvals,
  cashoutsToApprove,
  openCases,
}: OperatorOverviewWire): readonly Item[] {
  const t = useTexts(operatorOverviewTexts)
  const count = useCount()
  return [
    ...(approvals.count > 0
      ? [
          {
            key: 'approvals',
            item: (
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link to="/approvals" search={{ of: 'operator' }} {...props} />
                )}
              >
                {t.approvals(count(approvals))}
              </Anchor>
            ),
          },
        ]
      : []),
    ...(cashoutsToApprove.count > 0
      ? [{ key: 'cashouts', item: t.cashouts(count(cashoutsToApprove)) }]
      : []),
    ...(openCases.count > 0
      ? [
          {
            key: 'cases',
            item: (
              <Anchor
                size="sm"
                renderRoot={(props) => <Link to="/operator/reconciliation" {...props} />}
              >
                {t.cases(count(openCases))}
              </Anchor>
            ),
          },
        ]
      : []),
  ]
}
