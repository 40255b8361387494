import { Group, Progress, Stack, Text } from '@mantine/core'
import type { OverviewWire } from '../../../contract/overview.ts'
import { Card } from '../../parts/card.tsx'
import { useFormat } from '../../text/format.ts'
import { methodNames } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { overviewTexts } from './overview-texts.ts'

/** How many payments succeed, by method, and why the others were refused. */
export function Approval({ approval, refusals }: Pick<OverviewWire, 'approval' | 'refusals'>) {
  const t = useTexts(overviewTexts)
  const methods = useTexts(methodNames)
  const { number, percent } = useFormat()
  return (
    <Card title={t.approval} lead={t.approvalLead}>
      <Stack gap="sm">
        {approval.map(({ paymentMethod, tried, approved, rate }) => (
          <div key={paymentMethod}>
            <Group justify="space-between" mb={4}>
              <Text size="sm">{methods[paymentMethod]}</Text>
              <Text size="sm">
                {rate === null ? '—' : percent(rate)}{' '}
                <Text span size="xs" c="dimmed">
                  {t.ofTried(number(approved), number(tried))}
                </Text>
              </Text>
            </Group>
            <Progress
              value={(rate ?? 0) * 100}
              aria-label={methods[paymentMethod]}
              color="guiche"
            />
          </div>
        ))}
      </Stack>
      <Text size="sm" fw={600} mt="md" mb={4}>
        {t.refusals}
      </Text>
      {refusals.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noRefusals}
        </Text>
      )}
      {refusals.slice(0, 5).map(({ paymentMethod, reason, count }) => (
        <Group
          key={`${paymentMethod} ${reason}`}
          justify="space-between"
          align="flex-start"
          wrap="nowrap"
        >
          <Text size="sm">{reason}</Text>
          <Text size="sm" c="dimmed">
            {number(count)}
          </Text>
        </Group>
      ))}
    </Card>
  )
}
