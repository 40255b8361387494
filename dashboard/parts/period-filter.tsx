import { DatePicker } from '@mantine/dates'
import { now } from '../api/clock.ts'
import { useFormat } from '../text/format.ts'
import { useTexts } from '../text/text.ts'
import { Filter } from './filter.tsx'
import { partTexts } from './part-texts.ts'
import { periodsOf } from './periods.ts'

/** The first and last day of a list, as `start_date` and `end_date` of the API. */
export function PeriodFilter({
  from,
  until,
  onChange,
}: {
  readonly from: string | undefined
  readonly until: string | undefined
  readonly onChange: (period: {
    readonly start_date: string | null
    readonly end_date: string | null
  }) => void
}) {
  const t = useTexts(partTexts)
  const { day } = useFormat()
  const set = (start: string | null, end: string | null) =>
    onChange({ start_date: start, end_date: end })
  const value =
    from && until
      ? from === until
        ? day(from)
        : `${day(from)} – ${day(until)}`
      : from
        ? t.dayFrom(day(from))
        : until
          ? t.dayUntil(day(until))
          : ''
  const periods = periodsOf(now())
  return (
    <Filter name={t.period} value={value} onClear={() => set(null, null)}>
      {(close) => (
        <DatePicker
          type="range"
          defaultDate={from ?? until ?? periods.today[0]}
          value={[from ?? null, until ?? null]}
          // A person chooses the first day before the last one. Until then the range is open.
          onChange={([start, end]) => set(start, end)}
          allowSingleDateInRange
          presets={[
            { label: t.today, value: [...periods.today] },
            { label: t.last7Days, value: [...periods.last7Days] },
            { label: t.last30Days, value: [...periods.last30Days] },
            { label: t.thisMonth, value: [...periods.thisMonth] },
            { label: t.lastMonth, value: [...periods.lastMonth] },
          ]}
          onKeyDown={(event) => event.key === 'Escape' && close()}
          ariaLabels={{ previousMonth: t.previousMonth, nextMonth: t.nextMonth }}
        />
      )}
    </Filter>
  )
}
