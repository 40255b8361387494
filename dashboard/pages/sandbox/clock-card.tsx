import { Button, Group, List, NumberInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventWire, FeedPlace } from '../../../contract/events.ts'
import { callWhole } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { callSandbox, type MovedClock, sandboxClockQuery } from '../../api/sandbox.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useChange } from '../../parts/use-change.ts'
import { When } from '../../parts/values.tsx'
import { useEventName } from '../../text/event-names.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { sandboxTexts, unfinishedTexts } from './sandbox-texts.ts'

interface Moved extends MovedClock {
  /** The types of the account's events since the move began. */
  readonly types: readonly string[]
}

/** Business time of gateway and sandbox. It moves forward only. */
export function ClockCard({ sandboxUrl }: { readonly sandboxUrl: string }) {
  const t = useTexts(sandboxTexts)
  const unfinished = useTexts(unfinishedTexts)
  const [days, setDays] = useState<string | number>(7)
  const readsEvents = useMay().atAccount('events:read')
  const clock = useQuery({
    ...sandboxClockQuery(sandboxUrl),
    refetchInterval: 10_000,
  })
  const move = useChange(async (advance: string): Promise<Moved> => {
    const before = readsEvents ? await readEvents('now') : undefined
    const moved = await callSandbox<MovedClock>(sandboxUrl, 'POST', '/clock', { body: { advance } })
    const since = before && (await readEvents(before.feed.last))
    return { ...moved, types: since?.data.map(({ type }) => type) ?? [] }
  })
  const steps = { PT1H: t.hour, P1D: t.day, P30D: t.month } as const
  return (
    <Card title={t.clockTitle} lead={t.clockLead}>
      <Stack gap="sm">
        {clock.error && !clock.data ? (
          <Failure error={clock.error} retry={clock.refetch} />
        ) : (
          <Text fz="xl" fw={650} className="amount">
            {clock.data ? <When at={clock.data.now} as="instant" /> : '…'}
          </Text>
        )}
        <Group gap="xs">
          {Object.entries(steps).map(([advance, name]) => (
            <Button
              key={advance}
              variant="default"
              disabled={move.isPending}
              loading={move.isPending && move.variables === advance}
              onClick={() => move.mutate(advance)}
            >
              {name}
            </Button>
          ))}
        </Group>
        <Group gap="xs" align="flex-end">
          <NumberInput
            label={t.days}
            min={1}
            max={3_650}
            allowDecimal={false}
            value={days}
            onChange={setDays}
            w={120}
          />
          <Button
            variant="default"
            disabled={move.isPending || Number(days) < 1}
            onClick={() => move.mutate(`P${Number(days)}D`)}
          >
            {t.move}
          </Button>
        </Group>
        {move.isPending && (
          <Text size="sm" c="dimmed" role="status">
            {t.moving}
          </Text>
        )}
        {move.error && <Failure error={move.error} />}
        {move.data && (
          <div role="status">
            {!move.data.done && move.data.reason && (
              <Text size="sm">{unfinished[move.data.reason]}</Text>
            )}
            <Happened types={move.data.types} />
          </div>
        )}
      </Stack>
    </Card>
  )
}

/** What became due, by type. */
function Happened({ types }: { readonly types: readonly string[] }) {
  const t = useTexts(sandboxTexts)
  const nameOf = useEventName()
  const { number } = useFormat()
  if (types.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t.nothingDue}
      </Text>
    )
  return (
    <>
      <Text size="sm" fw={600}>
        {t.happened}
      </Text>
      <List size="sm">
        {Object.entries(Object.groupBy(types, (each) => each)).map(([type, same = []]) => (
          <List.Item key={type}>
            {nameOf(type)}: {number(same.length)}
          </List.Item>
        ))}
      </List>
    </>
  )
}

/** At most 100 events: enough to say what a move did. */
const readEvents = (after: number | 'now') =>
  callWhole<readonly EventWire[], { readonly feed: FeedPlace }>('GET', '/api/user/events', {
    query: { after, limit: 100 },
  })
