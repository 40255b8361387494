import { Switch, Table, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callSandbox, type ProviderCall } from '../../api/sandbox.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { Money, Nothing, State, When } from '../../parts/values.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useTexts } from '../../text/text.ts'
import { sandboxTexts } from './sandbox-texts.ts'

/** How many of the newest calls are kept, and how many of them are shown. */
const kept = 500
const shown = 30
const mostOfOneResponse = 10_000

/** The requests that the simulated providers received, the newest first. */
export function CallsCard({ sandboxUrl }: { readonly sandboxUrl: string }) {
  const t = useTexts(sandboxTexts)
  const [hasPolls, setPolls] = useState(false)
  const { data, error, refetch } = useCalls(sandboxUrl)
  const calls = data?.filter((each) => hasPolls || !isPoll(each)).slice(-shown)
  return (
    <Card
      title={t.callsTitle}
      lead={t.callsLead}
      aside={
        <Switch
          label={t.withPolls}
          checked={hasPolls}
          onChange={(event) => setPolls(event.currentTarget.checked)}
        />
      }
      flush
    >
      {error && !calls && <Failure error={error} retry={refetch} />}
      {!error && !calls && <RowsSkeleton />}
      {calls?.length === 0 && (
        <Text size="sm" c="dimmed" p="md">
          {t.noCalls}
        </Text>
      )}
      {calls && calls.length > 0 && (
        <WideTable label={t.callsTitle} minWidth={640} isFlush>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.provider}</Table.Th>
              <Table.Th>{t.operation}</Table.Th>
              <Table.Th>{t.outcome}</Table.Th>
              <Table.Th>{t.reference}</Table.Th>
              <Table.Th ta="right">{t.amount}</Table.Th>
              <Table.Th>{t.at}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {calls.toReversed().map((each) => (
              <CallRow key={each.n} call={each} />
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </Card>
  )
}

function CallRow({
  call: { provider, operation, outcome, reference, amount, at },
}: {
  readonly call: ProviderCall
}) {
  return (
    <Table.Tr>
      <Table.Td>{provider}</Table.Td>
      <Table.Td className="code">{operation}</Table.Td>
      <Table.Td>
        {outcome.startsWith('fault:') ? (
          <State tone="bad">{outcome}</State>
        ) : (
          <span className="code">{outcome}</span>
        )}
      </Table.Td>
      <Table.Td className="code">{reference ?? <Nothing />}</Table.Td>
      <Table.Td ta="right">{amount === null ? <Nothing /> : <Money cents={amount} />}</Table.Td>
      <Table.Td>
        <When at={at} as="exactInstant" />
      </Table.Td>
    </Table.Tr>
  )
}

/** The gateway asks for what is new again and again. */
const isPoll = ({ outcome, reference }: ProviderCall): boolean =>
  reference === null && outcome.startsWith('found:')

/** The log is read forwards: each time only what is new. */
function useCalls(sandboxUrl: string) {
  const client = useQueryClient()
  const queryKey = ['sandbox', 'calls']
  return useQuery({
    queryKey,
    refetchInterval: 3_000,
    async queryFn({ signal }) {
      let calls = client.getQueryData<readonly ProviderCall[]>(queryKey) ?? []
      for (let isWhole = false; !isWhole; ) {
        const path = `/calls?after=${calls.at(-1)?.n ?? 0}&limit=${mostOfOneResponse}`
        const next = await callSandbox<readonly ProviderCall[]>(sandboxUrl, 'GET', path, { signal })
        calls = [...calls, ...next].slice(-kept)
        isWhole = next.length < mostOfOneResponse
      }
      return calls
    },
  })
}
