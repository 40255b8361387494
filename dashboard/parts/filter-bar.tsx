import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../text/text.ts'
import { partTexts } from './part-texts.ts'

interface SearchOptions {
  readonly value: string | undefined
  readonly placeholder: string
  readonly onChange: (text: string) => void
}

/** The filters above a list: a search, filters that open, and what can be done with the list. */
export function FilterBar({
  search,
  actions,
  onClear,
  children,
}: {
  readonly search?: SearchOptions
  /** Beside the search: the export, the saved views. */
  readonly actions?: ReactNode
  /** Left out: no filter is set. */
  readonly onClear?: (() => void) | undefined
  /** The filters: `ChoiceFilter`, `PeriodFilter`, `AmountFilter`, or a `Filter` of its own. */
  readonly children?: ReactNode
}) {
  const t = useTexts(partTexts)
  return (
    <Stack gap="sm">
      {search && (
        <Group gap="sm">
          <SearchField {...search} />
          {actions}
        </Group>
      )}
      <Group justify="space-between" gap="sm">
        <Group gap={8} role="group" aria-label={t.filters}>
          {children}
          {onClear && (
            <Button size="xs" variant="subtle" onClick={onClear}>
              {t.clearFilters}
            </Button>
          )}
        </Group>
        {!search && actions && <Group gap="sm">{actions}</Group>}
      </Group>
    </Stack>
  )
}

function SearchField({ value = '', placeholder, onChange }: SearchOptions) {
  const t = useTexts(partTexts)
  const field = useRef<HTMLInputElement>(null)
  const search = useDebouncedCallback((text: string) => onChange(text.trim()), 300)
  // A saved view, or the button that clears the filters, changes the text from outside.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = value
  }, [value])
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={t.search}
      placeholder={placeholder}
      leftSection={<Search size={16} aria-hidden />}
      defaultValue={value}
      onChange={(event) => search(event.currentTarget.value)}
      flex="1 1 240px"
    />
  )
}
