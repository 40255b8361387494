import { linkOptions } from '@tanstack/react-router'
import type { OverviewWire } from '../../../contract/overview.ts'
import { useMay } from '../../api/login.ts'
import { type AttentionItem, AttentionList } from '../../parts/attention-list.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { overviewTexts } from './overview-texts.ts'

/** What waits for a person at the account. */
export function Attention({ attention }: Pick<OverviewWire, 'attention'>) {
  const t = useTexts(overviewTexts)
  return <AttentionList title={t.attention} calm={t.allCalm} items={useItems(attention)} />
}

function useItems(attention: OverviewWire['attention']): readonly AttentionItem[] {
  const t = useTexts(overviewTexts)
  const { money, distance, realDistance } = useFormat()
  const may = useMay()
  return [
    ...shown(attention.disputes, may.atAccount('disputes:answer')).map(
      ({ id, amount, answerBy }) => ({
        key: id,
        text: t.dispute(money(amount), answerBy === null ? null : distance(answerBy)),
        link: linkOptions({ to: '/disputes/$id', params: { id } }),
      }),
    ),
    ...(attention.webhookEndpoints ?? []).map(({ endpoint }) => ({
      key: endpoint,
      text: t.failingEndpoint(endpoint),
      link: linkOptions({ to: '/webhooks' }),
    })),
    ...shown(attention.cashoutsToApprove, may.atAccount('approvals:decide')).map(
      ({ id, amount }) => ({
        key: id,
        text: t.cashoutToApprove(money(amount)),
        link: linkOptions({ to: '/cashouts/$id', params: { id } }),
      }),
    ),
    ...(attention.returnedCashouts ?? []).map(({ id, amount }) => ({
      key: id,
      text: t.returnedCashout(money(amount)),
      link: linkOptions({ to: '/cashouts/$id', params: { id } }),
    })),
    ...(attention.domains ?? []).map(({ id, hostname }) => ({
      key: id,
      text: t.failingDomain(hostname),
      link: linkOptions({ to: '/device-pay/$id', params: { id } }),
    })),
    ...(attention.endingKeys ?? []).map(({ id, name, endsAt }) => ({
      key: id,
      text: t.endingKey(name, realDistance(endsAt)),
      link: linkOptions({ to: '/developers', search: { key: id } }),
    })),
  ]
}

/** A task is shown only to people who may do it. */
const shown = <Item,>(items: readonly Item[] | null, isPermitted: boolean): readonly Item[] =>
  isPermitted ? (items ?? []) : []
