import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import type { OverviewWire } from '../../../contract/overview.ts'
import { useFormat } from '../../text/format.ts'
import { methodNames } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'

const series = [
  { name: 'PIX', color: 'guiche.7' },
  { name: 'CREDIT_CARD', color: 'guiche.4' },
  { name: 'BOLETO', color: 'gray.4' },
] as const

/** A bar a day, by method. */
export default function SalesChart({
  days,
  height,
}: {
  readonly days: OverviewWire['sales']['days']
  readonly height: number
}) {
  const names = useTexts(methodNames)
  const { shortDay, shortMoney, money } = useFormat()
  return (
    <BarChart
      h={height}
      type="stacked"
      dataKey="date"
      data={days.map(({ date, byMethod }) => ({
        date: shortDay(date),
        ...Object.fromEntries(byMethod.map((each) => [each.paymentMethod, each.amount])),
      }))}
      series={series.map(({ name, color }) => ({ name, color, label: names[name] }))}
      valueFormatter={money}
      yAxisProps={{ tickFormatter: shortMoney, width: 70 }}
      xAxisProps={{ interval: 6 }}
      gridAxis="x"
      tickLine="none"
      withLegend
      legendProps={{ verticalAlign: 'bottom', height: 28 }}
      barProps={{ isAnimationActive: false }}
      // A screen reader has the table beside it.
      barChartProps={{ accessibilityLayer: false }}
    />
  )
}
