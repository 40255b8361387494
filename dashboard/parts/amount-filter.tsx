import { Button, Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useFormat } from '../text/format.ts'
import { useTexts } from '../text/text.ts'
import { Filter } from './filter.tsx'
import { MoneyInput } from './money-input.tsx'
import { partTexts } from './part-texts.ts'

/** The lowest and the highest amount of a list, in cents as texts. */
export function AmountFilter({
  from,
  to,
  onChange,
}: {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly onChange: (from: string | null, to: string | null) => void
}) {
  const t = useTexts(partTexts)
  const { money } = useFormat()
  const value =
    from && to
      ? `${money(Number(from))} – ${money(Number(to))}`
      : from
        ? t.amountFrom(money(Number(from)))
        : to
          ? t.amountTo(money(Number(to)))
          : ''
  return (
    <Filter name={t.amount} value={value} onClear={() => onChange(null, null)}>
      {(close) => (
        <AmountFields
          from={from}
          to={to}
          onDone={(...range) => {
            onChange(...range)
            close()
          }}
        />
      )}
    </Filter>
  )
}

function AmountFields({
  from,
  to,
  onDone,
}: {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly onDone: (from: string | null, to: string | null) => void
}) {
  const t = useTexts(partTexts)
  const form = useForm<{ from: number | null; to: number | null }>({
    initialValues: { from: from ? Number(from) : null, to: to ? Number(to) : null },
  })
  const text = (cents: number | null) => (cents === null ? null : String(cents))
  return (
    <form onSubmit={form.onSubmit((values) => onDone(text(values.from), text(values.to)))}>
      <Group gap="sm" align="end">
        <MoneyInput label={t.from} {...form.getInputProps('from')} w={130} data-autofocus />
        <MoneyInput label={t.to} {...form.getInputProps('to')} w={130} />
        <Button type="submit">{t.apply}</Button>
      </Group>
    </form>
  )
}
