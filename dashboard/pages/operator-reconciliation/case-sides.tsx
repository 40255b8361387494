import { SimpleGrid, Table, Text } from '@mantine/core'
import { Equal, EqualNot } from 'lucide-react'
import type { CaseDetail } from '../../../contract/reconciliation.ts'
import { Card } from '../../parts/card.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Nothing } from '../../parts/values.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useTexts } from '../../text/text.ts'
import { comparedFacts, useFactName } from './case-facts.ts'
import { FactValue } from './fact-value.tsx'
import { reconciliationTexts } from './reconciliation-texts.ts'

type Facts = Readonly<Record<string, unknown>>

/** What our books say and what the provider says, beside each other. */
export function CaseSides({ of }: { readonly of: CaseDetail }) {
  return (
    <>
      <Differences of={of} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Ours of={of} />
        <Line of={of} />
      </SimpleGrid>
    </>
  )
}

function Differences({ of }: { readonly of: CaseDetail }) {
  const t = useTexts(reconciliationTexts)
  const nameOf = useFactName()
  const facts = comparedFacts(of)
  const { objectType } = of
  return (
    <Card title={t.differences} flush>
      <WideTable label={t.differences} minWidth={340} isFlush>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.fact}</Table.Th>
            <Table.Th>{t.ourBooks}</Table.Th>
            <Table.Th>{t.providerSays}</Table.Th>
            <Table.Th>{t.compared}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {facts.length === 0 && (
            <Table.Tr>
              <Table.Td colSpan={4}>
                <Text size="sm" c="dimmed">
                  {t.noFacts}
                </Text>
              </Table.Td>
            </Table.Tr>
          )}
          {facts.map(({ name, ours, theirs, isSame }) => (
            <Table.Tr key={name}>
              <Table.Th fw={500}>{nameOf(name)}</Table.Th>
              <Table.Td>
                <FactValue name={name} value={ours} objectType={objectType} />
              </Table.Td>
              <Table.Td>
                <FactValue name={name} value={theirs} objectType={objectType} />
              </Table.Td>
              <Table.Td>
                <Comparison isSame={isSame} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </Card>
  )
}

function Comparison({ isSame }: { readonly isSame: boolean }) {
  const t = useTexts(reconciliationTexts)
  const Icon = isSame ? Equal : EqualNot
  return (
    <Text
      span
      size="sm"
      c={isSame ? 'dimmed' : 'var(--mantine-color-error)'}
      fw={isSame ? 400 : 600}
      display="inline-flex"
      style={{ alignItems: 'center', gap: 4 }}
    >
      <Icon size={14} aria-hidden />
      {isSame ? t.same : t.differs}
    </Text>
  )
}

function Ours({ of: { ours, objectType } }: { readonly of: CaseDetail }) {
  const t = useTexts(reconciliationTexts)
  return (
    <Card title={t.oursNow}>
      {ours === null ? (
        <Absent text={t.oursAbsent} />
      ) : (
        <FactRows facts={ours} objectType={objectType} />
      )}
    </Card>
  )
}

function Line({ of: { row, sequence, line, objectType } }: { readonly of: CaseDetail }) {
  const t = useTexts(reconciliationTexts)
  return (
    <Card
      title={t.lineOfFile}
      {...(sequence !== null && {
        lead: line === null ? t.file(sequence) : t.place(sequence, line),
      })}
    >
      {row === null ? (
        <Absent text={t.lineAbsent} />
      ) : (
        <FactRows
          facts={{ ...row, ...(row.facts as Facts | undefined), facts: undefined }}
          objectType={objectType}
        />
      )}
    </Card>
  )
}

const Absent = ({ text }: { readonly text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
)

function FactRows({
  facts,
  objectType,
}: Pick<CaseDetail, 'objectType'> & { readonly facts: Facts }) {
  const nameOf = useFactName()
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined)
  if (known.length === 0) return <Nothing />
  return (
    <Rows
      rows={known.map(([key, value]) => [
        nameOf(key),
        <FactValue key={key} name={key} value={value} objectType={objectType} />,
      ])}
    />
  )
}
