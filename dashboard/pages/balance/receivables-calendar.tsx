import { ActionIcon, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { OverviewWire } from '../../../contract/overview.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { addMonths, todayAt } from '../../parts/periods.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { balanceTexts } from './balance-texts.ts'
import { weeksOf } from './month-weeks.ts'
import classes from './receivables-calendar.module.css'

/** A month whose days show what becomes available on them. */
export function ReceivablesCalendar({
  day,
  onChoose,
}: {
  readonly day: string | undefined
  readonly onChoose: (day: string) => void
}) {
  const t = useTexts(balanceTexts)
  const format = useFormat()
  const { data } = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => call<OverviewWire>('GET', '/api/user/overview', { signal }),
  })
  const arrivals = new Map(data?.money?.arrivals.map(({ date, amount }) => [date, amount]))
  const [chosenMonth, setMonth] = useState(day?.slice(0, 7))
  const first = data?.money?.arrivals[0]?.date.slice(0, 7)
  const month = chosenMonth ?? first ?? todayAt(new Date()).slice(0, 7)
  const weeks = weeksOf(month)
  return (
    <Card
      title={t.calendar}
      lead={t.calendarLead}
      aside={
        <Group gap={4}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.previous}
            onClick={() => setMonth(addMonths(month, -1))}
          >
            <ChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <Text size="sm" fw={600} aria-live="polite">
            {format.month(month)}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.following}
            onClick={() => setMonth(addMonths(month, 1))}
          >
            <ChevronRight size={18} aria-hidden />
          </ActionIcon>
        </Group>
      }
    >
      <table className={classes.calendar}>
        <thead>
          <tr>
            {weeks[1]?.map((each) => (
              <th key={each} scope="col">
                {format.weekday(each ?? '')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((each) => each !== null)}>
              {week.map((each, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the place of a day in its week.
                <td key={index}>
                  {each && (
                    <Day
                      day={each}
                      amount={arrivals.get(each)}
                      isChosen={each === day}
                      onChoose={onChoose}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Day({
  day,
  amount,
  isChosen,
  onChoose,
}: {
  readonly day: string
  readonly amount: number | undefined
  readonly isChosen: boolean
  readonly onChoose: (day: string) => void
}) {
  const t = useTexts(balanceTexts)
  const format = useFormat()
  const number = Number(day.slice(8))
  if (!amount) return <span className={classes.day}>{number}</span>
  return (
    <button
      type="button"
      className={classes.day}
      data-chosen={isChosen || undefined}
      aria-pressed={isChosen}
      aria-label={t.dayAmount(format.day(day), format.money(amount))}
      onClick={() => onChoose(day)}
    >
      {number}
      <span className={classes.amount}>{format.shortMoney(amount)}</span>
    </button>
  )
}
