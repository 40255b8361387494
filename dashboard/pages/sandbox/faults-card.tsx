import { Button, Group, List, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callSandbox, type Faults, type WaitingFault } from '../../api/sandbox.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { faultNames, sandboxTexts } from './sandbox-texts.ts'

/** Makes the next calls of a provider fail. */
export function FaultsCard({ sandboxUrl }: { readonly sandboxUrl: string }) {
  const t = useTexts(sandboxTexts)
  const { data, error, refetch } = useQuery({
    queryKey: ['sandbox', 'faults'],
    refetchInterval: 5_000,
    queryFn: ({ signal }) => callSandbox<Faults>(sandboxUrl, 'GET', '/faults', { signal }),
  })
  return (
    <Card title={t.faultsTitle} lead={t.faultsLead}>
      {error && !data && <Failure error={error} retry={refetch} />}
      {!error && !data && <RowsSkeleton />}
      {data && (
        <Stack gap="sm">
          <FaultForm sandboxUrl={sandboxUrl} faults={data} />
          <Waiting sandboxUrl={sandboxUrl} waiting={data.waiting} />
        </Stack>
      )}
    </Card>
  )
}

function FaultForm({
  sandboxUrl,
  faults,
}: {
  readonly sandboxUrl: string
  readonly faults: Faults
}) {
  const t = useTexts(sandboxTexts)
  const names: Readonly<Record<string, string>> = useTexts(faultNames)
  const [provider, setProvider] = useState(usualProvider)
  const [operation, setOperation] = useState(usualOperation)
  const possible = faultsOf(faults, provider, operation)
  const [chosen, setFault] = useState('timeout-after')
  const fault = possible.includes(chosen) ? chosen : (possible[0] ?? '')
  const [times, setTimes] = useState<string | number>(1)
  const add = useChange(
    () =>
      callSandbox(sandboxUrl, 'POST', '/faults', {
        body: { provider, operation, fault, times: Number(times) },
      }),
    { done: t.faultAdded },
  )
  const operations = faults.providers.find(({ name }) => name === provider)?.operations ?? []
  return (
    <>
      <Group grow gap="sm">
        <Select
          label={t.provider}
          data={faults.providers.map(({ name }) => name)}
          value={provider}
          onChange={(value) => {
            setProvider(value ?? provider)
            setOperation('*')
          }}
          allowDeselect={false}
        />
        <Select
          label={t.operation}
          data={[
            { value: '*', label: t.anyOperation },
            ...operations.map((value) => ({ value, label: value })),
          ]}
          value={operation}
          onChange={(value) => setOperation(value ?? '*')}
          allowDeselect={false}
        />
      </Group>
      <Select
        label={t.fault}
        description={names[fault] === undefined ? undefined : fault}
        data={possible.map((value) => ({ value, label: names[value] ?? value }))}
        value={fault}
        onChange={(value) => setFault(value ?? fault)}
        allowDeselect={false}
        searchable
      />
      <Group align="flex-end" gap="sm">
        <NumberInput
          label={t.times}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          value={times}
          onChange={setTimes}
          w={120}
        />
        <Button variant="default" onClick={() => add.mutate()} loading={add.isPending}>
          {t.addFault}
        </Button>
      </Group>
      {add.error && <Failure error={add.error} />}
    </>
  )
}

/** The gateway asks a bank for news all the time: such a call would use up a fault of any. */
const usualProvider = 'pix'
const usualOperation = 'cob.create'

/** Notices and daily files have faults of their own. */
function faultsOf(faults: Faults, provider: string, operation: string): readonly string[] {
  if (operation === 'callback') return faults.callbackFaults
  if (operation === 'settlement-file') return faults.settlementFaults
  return faults.providers.find(({ name }) => name === provider)?.faults ?? faults.faults
}

function Waiting({
  sandboxUrl,
  waiting,
}: {
  readonly sandboxUrl: string
  readonly waiting: readonly WaitingFault[]
}) {
  const t = useTexts(sandboxTexts)
  const names: Readonly<Record<string, string>> = useTexts(faultNames)
  const clear = useChange(() => callSandbox(sandboxUrl, 'DELETE', '/faults'))
  if (waiting.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t.noFaults}
      </Text>
    )
  return (
    <>
      <Text size="sm" fw={600}>
        {t.waitingFaults}
      </Text>
      <List size="sm">
        {waiting.map(({ provider, operation, fault, times }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal faults may wait beside each other.
          <List.Item key={index}>
            <span className="code">
              {provider} {operation}
            </span>{' '}
            · {names[fault] ?? fault} · {t.timesOf(times)}
          </List.Item>
        ))}
      </List>
      <Group>
        <Button size="xs" variant="default" onClick={() => clear.mutate()}>
          {t.clearFaults}
        </Button>
      </Group>
      {clear.error && <Failure error={clear.error} />}
    </>
  )
}
