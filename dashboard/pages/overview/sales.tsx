import { Box, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core'
import { Suspense } from 'react'
import type { OverviewWire } from '../../../contract/overview.ts'
import { Card } from '../../parts/card.tsx'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { Money } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { overviewTexts } from './overview-texts.ts'

/** The library of charts is as large as the rest of the page: it comes after the numbers. */
const SalesChart = lazyPart(() => import('./sales-chart.tsx'))

const chartHeight = 232

export function Sales({ sales: { today, days } }: Pick<OverviewWire, 'sales'>) {
  const t = useTexts(overviewTexts)
  const { money, number } = useFormat()
  const average = Math.round(days.reduce((sum, { amount }) => sum + amount, 0) / days.length)
  return (
    <Card title={t.salesToday}>
      <Text fz={34} fw={700} lh={1.2}>
        <Money cents={today.amount} />
      </Text>
      <Text size="sm" c="dimmed" mb="md">
        {t.count(number(today.count))} · {t.average(money(average))}
      </Text>
      <Box h={chartHeight} mb="xs" aria-hidden>
        <Suspense fallback={<Skeleton height={chartHeight} />}>
          <SalesChart days={days} height={chartHeight} />
        </Suspense>
      </Box>
      <VisuallyHidden>
        <SalesTable days={days} />
      </VisuallyHidden>
    </Card>
  )
}

/** The chart for a screen reader. */
function SalesTable({ days }: Pick<OverviewWire['sales'], 'days'>) {
  const t = useTexts(overviewTexts)
  const { day, money } = useFormat()
  return (
    <Table>
      <caption>{t.byDay}</caption>
      <tbody>
        {days
          .filter(({ count }) => count > 0)
          .map(({ date, amount }) => (
            <tr key={date}>
              <th scope="row">{day(date)}</th>
              <td>{money(amount)}</td>
            </tr>
          ))}
      </tbody>
    </Table>
  )
}
