import { Badge, Text } from '@mantine/core'
import { useFormat } from '../text/format.ts'

/** An amount of cents. */
export function Money({
  cents,
  sign = false,
}: {
  readonly cents: number
  /** A plus before an amount above zero. */
  readonly sign?: boolean
}) {
  const { money } = useFormat()
  return (
    <span className="amount" style={{ whiteSpace: 'nowrap' }}>
      {sign && cents > 0 ? '+' : ''}
      {money(cents)}
    </span>
  )
}

/** An instant or a calendar day. The exact instant is in the tooltip of an instant. */
export function When({
  at,
  as = 'instant',
}: {
  readonly at: string | null
  readonly as?: 'instant' | 'day' | 'distance' | 'realDistance' | 'exactInstant'
}) {
  const format = useFormat()
  if (at === null) return <Nothing />
  return (
    <time dateTime={at} title={format.tooltip(at)} style={{ whiteSpace: 'nowrap' }}>
      {format[as](at)}
    </time>
  )
}

/** For a value that is absent. */
export function Nothing() {
  return (
    <Text span c="dimmed" aria-hidden>
      —
    </Text>
  )
}

export type Tone = 'good' | 'bad' | 'waiting' | 'attention' | 'neutral'

const colors: Readonly<Record<Tone, string>> = {
  good: 'guiche',
  bad: 'red',
  waiting: 'blue',
  attention: 'orange',
  neutral: 'gray',
}

/** A state: its text says everything, the color only helps. */
export function State({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <Badge
      color={colors[tone]}
      variant="light"
      radius="sm"
      tt="none"
      fw={600}
      // A table never cuts the text of a state.
      style={{ flexShrink: 0, minWidth: 'max-content' }}
    >
      {children}
    </Badge>
  )
}
