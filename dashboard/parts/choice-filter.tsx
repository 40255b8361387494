import { Checkbox, Stack } from '@mantine/core'
import { useFormat } from '../text/format.ts'
import { Filter } from './filter.tsx'

/** A filter of some of few values, as the API reads them: `PAID,REFUNDED`. */
export function ChoiceFilter({
  name,
  names,
  value = '',
  onChange,
}: {
  readonly name: string
  /** The values, and what people call them. */
  readonly names: Readonly<Record<string, string>>
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}) {
  const { list } = useFormat()
  const chosen = value === '' ? [] : value.split(',')
  return (
    <Filter
      name={name}
      value={list(chosen.map((each) => names[each] ?? each))}
      onClear={() => onChange('')}
    >
      {() => (
        <Checkbox.Group
          aria-label={name}
          value={chosen}
          onChange={(next) => onChange(next.join(','))}
        >
          <Stack gap="xs" mah={320} style={{ overflowY: 'auto' }}>
            {Object.entries(names).map(([each, label]) => (
              <Checkbox key={each} value={each} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Filter>
  )
}
