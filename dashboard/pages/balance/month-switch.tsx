import { ActionIcon, Group, Text } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addMonths } from '../../parts/periods.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { balanceTexts } from './balance-texts.ts'

/** A month, and the way to the one before and the one after. */
export function MonthSwitch({
  month,
  last,
  onChange,
}: {
  readonly month: string
  /** The last month that can be shown. Left out: there is none. */
  readonly last?: string
  readonly onChange: (month: string) => void
}) {
  const t = useTexts(balanceTexts)
  const format = useFormat()
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.previous}
        onClick={() => onChange(addMonths(month, -1))}
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
        disabled={last !== undefined && month >= last}
        onClick={() => onChange(addMonths(month, 1))}
      >
        <ChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
