import { SegmentedControl, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { ProviderHealthWire } from '../../../contract/provider.ts'
import { Card } from '../../parts/card.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { providerTexts } from './providers-texts.ts'

/** The health of each operation, in the last hour or the last day. */
export function Operations({ operations }: Pick<ProviderHealthWire, 'operations'>) {
  const t = useTexts(providerTexts)
  const { number, percent } = useFormat()
  const [span, setSpan] = useState<'hour' | 'day'>('day')
  const ms = (value: number | null) => (value === null ? '—' : `${number(value)} ms`)
  return (
    <Card
      title={t.operations}
      flush
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t.span}
          data={[
            { value: 'hour', label: t.hour },
            { value: 'day', label: t.day },
          ]}
          value={span}
          onChange={(value) => setSpan(value === 'hour' ? 'hour' : 'day')}
        />
      }
    >
      {operations.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {t.noOperations}
        </Text>
      ) : (
        <WideTable label={t.operations} minWidth={520} isFlush>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.operation}</Table.Th>
              <Table.Th ta="right">{t.calls}</Table.Th>
              <Table.Th ta="right">{t.success}</Table.Th>
              <Table.Th ta="right">{t.median}</Table.Th>
              <Table.Th ta="right">{t.slowest}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {operations.map(({ operation, [span]: calls }) => (
              <Table.Tr key={operation}>
                <Table.Td className="code" style={{ whiteSpace: 'nowrap' }}>
                  {operation}
                </Table.Td>
                <Table.Td ta="right">{number(calls.count)}</Table.Td>
                <Table.Td ta="right">
                  {calls.successRate === null ? '—' : percent(calls.successRate)}
                </Table.Td>
                <Table.Td ta="right">{ms(calls.p50Ms)}</Table.Td>
                <Table.Td ta="right">{ms(calls.p99Ms)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </Card>
  )
}
