import { linkOptions } from '@tanstack/react-router'
import type { OperatorOverviewWire } from '../../../contract/operator-overview.ts'
import { type AttentionItem, AttentionList } from '../../parts/attention-list.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { queueNames } from '../operator-work/work-texts.ts'
import { operatorOverviewTexts } from './operator-overview-texts.ts'

interface Shown {
  readonly overview: OperatorOverviewWire
}

/** What waits for a person of the operator. */
export function Attention({ overview }: Shown) {
  const t = useTexts(operatorOverviewTexts)
  const items = [...useTroubles(overview), ...useWaiting(overview)]
  return <AttentionList title={t.attention} calm={t.calm} items={items} />
}

/** What is broken. */
function useTroubles({
  books: { areCashoutsStopped, breaches, changedDays },
  providers,
  lateQueues,
}: OperatorOverviewWire): readonly AttentionItem[] {
  const t = useTexts(operatorOverviewTexts)
  const queues = useTexts(queueNames)
  const { number, bounded, instant } = useFormat()
  const ledger = linkOptions({ to: '/operator/ledger' })
  return [
    ...(areCashoutsStopped ? [{ key: 'stopped', text: t.stopped, link: ledger }] : []),
    ...(breaches > 0
      ? [{ key: 'breaches', text: t.breaches(number(breaches)), link: ledger }]
      : []),
    ...(changedDays > 0
      ? [
          {
            key: 'days',
            text: t.changedDays(number(changedDays)),
            link: linkOptions({ to: '/operator/ledger/days' }),
          },
        ]
      : []),
    ...providers.map(({ id, name, state }) => ({
      key: id,
      text: t[state](name),
      link: linkOptions({ to: '/operator/providers/$id', params: { id } }),
    })),
    ...lateQueues.map(({ kind, due, oldestDueAt }) => ({
      key: kind,
      text: t.queue(queues[kind], bounded(due), oldestDueAt === null ? '' : instant(oldestDueAt)),
      link: linkOptions({ to: '/operator/work' }),
    })),
  ]
}

/** What waits for a decision. */
function useWaiting({
  approvals,
  cashoutsToApprove,
  openCases,
}: OperatorOverviewWire): readonly AttentionItem[] {
  const t = useTexts(operatorOverviewTexts)
  const { bounded } = useFormat()
  return [
    {
      key: 'approvals',
      waiting: approvals,
      text: t.approvals(bounded(approvals)),
      link: linkOptions({ to: '/approvals', search: { of: 'operator' } }),
    },
    {
      key: 'cashouts',
      waiting: cashoutsToApprove,
      text: t.cashouts(bounded(cashoutsToApprove)),
      link: linkOptions({ to: '/operator/cashouts' }),
    },
    {
      key: 'cases',
      waiting: openCases,
      text: t.cases(bounded(openCases)),
      link: linkOptions({ to: '/operator/reconciliation' }),
    },
  ].filter(({ waiting: { count } }) => count > 0)
}
