import { Anchor, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { OperatorOverviewWire } from '../../../contract/operator-overview.ts'
import { Card } from '../../parts/card.tsx'
import { Money, When } from '../../parts/values.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useTexts } from '../../text/text.ts'
import { disputeKindNames } from '../disputes/disputes-texts.ts'
import { operatorOverviewTexts } from './operator-overview-texts.ts'

/** The disputes without an answer, the nearest deadline first. */
export function DueDisputes({ disputes }: Pick<OperatorOverviewWire, 'disputes'>) {
  const t = useTexts(operatorOverviewTexts)
  const kinds: Readonly<Record<string, string>> = useTexts(disputeKindNames)
  if (disputes.length === 0)
    return (
      <Card title={t.disputes}>
        <Text size="sm" c="dimmed">
          {t.noDisputes}
        </Text>
      </Card>
    )
  return (
    <Card title={t.disputes} flush>
      <WideTable label={t.disputes} minWidth={400} isFlush>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.answerBy}</Table.Th>
            <Table.Th ta="right">{t.amount}</Table.Th>
            <Table.Th>{t.kind}</Table.Th>
            <Table.Th>{t.account}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {disputes.map(({ id, accountId, kind, amount, answerBy }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <When at={answerBy} as="distance" />
              </Table.Td>
              <Table.Td ta="right">
                <Anchor
                  size="sm"
                  renderRoot={(props) => (
                    <Link
                      to="/operator/disputes/$accountId/$id"
                      params={{ accountId, id }}
                      {...props}
                    />
                  )}
                >
                  <Money cents={amount} />
                </Anchor>
              </Table.Td>
              <Table.Td>{kinds[kind] ?? kind}</Table.Td>
              <Table.Td>
                <Anchor
                  size="sm"
                  renderRoot={(props) => (
                    <Link to="/operator/accounts/$id" params={{ id: accountId }} {...props} />
                  )}
                >
                  {t.seeAccount}
                </Anchor>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </Card>
  )
}
