import { Text, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReceivableCalendar as Calendar } from '../../../contract/receivable.ts'
import { call } from '../../api/client.ts'
import { now } from '../../api/clock.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { todayAt } from '../../parts/periods.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { balanceTexts } from './balance-texts.ts'
import { MonthSwitch } from './month-switch.tsx'
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
  const [month, setMonth] = useState(day?.slice(0, 7) ?? todayAt(now()).slice(0, 7))
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['balance', 'calendar', month],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<Calendar>('GET', '/api/user/receivables/calendar', {
        query: { month },
        signal,
      }),
  })
  const days = new Map(data?.days.map((each) => [each.date, each]))
  const weeks = weeksOf(month)
  return (
    <Card
      title={t.calendar}
      lead={t.calendarLead}
      aside={<MonthSwitch month={month} onChange={setMonth} />}
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
                      sums={days.get(each)}
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
      {error && !data && <Failure error={error} retry={refetch} />}
      {data && !isPlaceholderData && (
        <Text size="sm" c="dimmed" mt="xs">
          {t.monthSums(format.money(data.scheduled), format.money(data.settled))}
        </Text>
      )}
    </Card>
  )
}

function Day({
  day,
  sums,
  isChosen,
  onChoose,
}: {
  readonly day: string
  readonly sums: Calendar['days'][number] | undefined
  readonly isChosen: boolean
  readonly onChoose: (day: string) => void
}) {
  const t = useTexts(balanceTexts)
  const format = useFormat()
  const number = Number(day.slice(8))
  const amount = sums ? sums.scheduled + sums.settled : 0
  if (!sums || amount === 0) return <span className={classes.day}>{number}</span>
  return (
    <button
      type="button"
      className={classes.day}
      data-chosen={isChosen || undefined}
      data-settled={sums.scheduled === 0 || undefined}
      aria-pressed={isChosen}
      onClick={() => onChoose(day)}
    >
      {number}
      <span className={classes.amount}>{format.shortMoney(amount)}</span>
      <VisuallyHidden>{t.dayAmount(format.day(day), format.money(amount))}</VisuallyHidden>
    </button>
  )
}
