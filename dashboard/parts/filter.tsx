import { Button, Popover, Stack } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../text/text.ts'
import { partTexts } from './part-texts.ts'

/** One filter: a button that shows its value and opens its fields. */
export function Filter({
  name,
  value,
  onClear,
  children,
}: {
  readonly name: string
  /** The value as text. Empty: the filter is not set. */
  readonly value: string
  readonly onClear: () => void
  /** What opens. It receives the function that closes it. */
  readonly children: (close: () => void) => ReactNode
}) {
  const t = useTexts(partTexts)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const isSet = value !== ''
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="xs"
          radius="xl"
          variant={isSet ? 'light' : 'default'}
          fw={500}
          maw={320}
          rightSection={<ChevronDown size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {isSet ? `${name}: ${value}` : name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="md" maw="calc(100vw - 2rem)" aria-label={name}>
        <Stack gap="sm">
          {children(close)}
          {isSet && (
            <Button
              size="xs"
              variant="subtle"
              onClick={() => {
                onClear()
                close()
              }}
            >
              {t.clearFilter}
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
