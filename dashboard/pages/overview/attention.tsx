import { Anchor, Group, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OverviewWire } from '../../../contract/overview.ts'
import { Card } from '../../parts/card.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { overviewTexts } from './overview-texts.ts'

/** What waits for a person, each with the page where it is done. */
export function Attention({ attention }: Pick<OverviewWire, 'attention'>) {
  const t = useTexts(overviewTexts)
  const items = useItems(attention)
  return (
    <Card title={t.attention}>
      {items.length === 0 ? (
        <Group gap="xs" c="dimmed">
          <CircleCheck size={18} aria-hidden />
          <Text size="sm">{t.allCalm}</Text>
        </Group>
      ) : (
        <List spacing="xs" size="sm">
          {items.map(({ key, link }) => (
            <List.Item key={key}>{link}</List.Item>
          ))}
        </List>
      )}
    </Card>
  )
}

function useItems(
  attention: OverviewWire['attention'],
): readonly { readonly key: string; readonly link: ReactNode }[] {
  const t = useTexts(overviewTexts)
  const { money, distance } = useFormat()
  return [
    ...(attention.disputes ?? []).map(({ id, amount, answerBy }) => ({
      key: id,
      link: (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/disputes/$id" params={{ id }} {...props} />}
        >
          {t.dispute(money(amount), answerBy === null ? '' : distance(answerBy))}
        </Anchor>
      ),
    })),
    ...(attention.webhookEndpoints ?? []).map(({ endpoint }) => ({
      key: endpoint,
      link: (
        <Anchor size="sm" renderRoot={(props) => <Link to="/webhooks" {...props} />}>
          {t.failingEndpoint(endpoint)}
        </Anchor>
      ),
    })),
    ...(attention.cashoutsToApprove ?? []).map(({ id, amount }) => ({
      key: id,
      link: <Text size="sm">{t.cashoutToApprove(money(amount))}</Text>,
    })),
    ...(attention.returnedCashouts ?? []).map(({ id, amount }) => ({
      key: id,
      link: <Text size="sm">{t.returnedCashout(money(amount))}</Text>,
    })),
    ...(attention.domains ?? []).map(({ id, hostname }) => ({
      key: id,
      link: <Text size="sm">{t.failingDomain(hostname)}</Text>,
    })),
    ...(attention.endingKeys ?? []).map(({ id, name, endsAt }) => ({
      key: id,
      link: <Text size="sm">{t.endingKey(name, distance(endsAt))}</Text>,
    })),
  ]
}
