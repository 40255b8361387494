import { DatePickerInput } from '@mantine/dates'
import { useTexts } from '../text/text.ts'
import { partTexts } from './part-texts.ts'

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
  return (
    <DatePickerInput
      type="range"
      label={t.period}
      placeholder={t.anyDay}
      value={[from ?? null, until ?? null]}
      onChange={([start, end]) => onChange({ start_date: start, end_date: end })}
      valueFormat="DD/MM/YYYY"
      allowSingleDateInRange
      clearable
      miw={220}
    />
  )
}
