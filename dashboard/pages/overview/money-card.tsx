import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { OverviewWire } from '../../../contract/overview.ts'
import { Card } from '../../parts/card.tsx'
import { Money, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { overviewTexts } from './overview-texts.ts'

/** Money by state, and the days on which the pending part arrives. */
export function MoneyCard({ money }: { readonly money: NonNullable<OverviewWire['money']> }) {
  const t = useTexts(overviewTexts)
  const states = [
    [t.available, money.available],
    [t.pending, money.pending],
    [t.blocked, money.blocked],
    ...(money.debt > 0 ? [[t.debt, money.debt] as const] : []),
  ] as const
  return (
    <Card title={t.money}>
      <SimpleGrid component="dl" cols={{ base: 2, sm: 3 }} m={0} mb="md">
        {states.map(([name, cents]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} fw={650} fz="lg">
              <Money cents={cents} />
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <Text size="sm" fw={600} mb={4}>
        {t.arrivals}
      </Text>
      {money.arrivals.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noArrivals}
        </Text>
      )}
      <Stack gap={4}>
        {money.arrivals.slice(0, 5).map(({ date, amount }) => (
          <Group key={date} justify="space-between">
            <Text size="sm">
              <When at={date} as="day" />
            </Text>
            <Text size="sm">
              <Money cents={amount} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  )
}
