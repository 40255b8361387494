import { Anchor, SegmentedControl, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { SettlementFileDetail, SettlementLineWire } from '../../../contract/reconciliation.ts'
import { Card } from '../../parts/card.tsx'
import { IdText } from '../../parts/code.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { CashoutLink, SaleLink } from '../../parts/object-links.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { Money, Nothing, State, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { useCaseKindName } from './case-names.ts'
import { fileTexts, lineKindNames } from './file-texts.ts'

/** The lines of a file: what each corresponds to, and the case that it opened. */
export function FileLines({ file }: { readonly file: SettlementFileDetail }) {
  const t = useTexts(fileTexts)
  const { values, set } = useFilters(['only'])
  if (!file.hasLines) return <EmptyPage title={t.noLinesTitle} text={t.noLines} />
  return (
    <Card
      title={t.lines}
      lead={t.linesLead}
      flush
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t.shownLines}
          data={[
            { value: 'all', label: t.allLines },
            { value: 'with-case', label: t.withCase },
          ]}
          value={values.only ?? 'all'}
          onChange={(only) => set({ only: only === 'all' ? null : only })}
        />
      }
    >
      <Lines file={file} only={values.only} onShowAll={() => set({ only: null })} />
    </Card>
  )
}

function Lines({
  file,
  only,
  onShowAll,
}: {
  readonly file: SettlementFileDetail
  readonly only: string | undefined
  readonly onShowAll: () => void
}) {
  const t = useTexts(fileTexts)
  const list = useList<SettlementLineWire>(`/api/admin/reconciliation/files/${file.id}/lines`, {
    only,
    limit: 50,
  })
  return (
    <DataList
      list={list}
      columns={useColumns(file.status === 'READING')}
      rowKey={({ line }) => String(line)}
      label={t.lines}
      hasFilters={only !== undefined}
      onClearFilters={onShowAll}
      empty={<EmptyPage title={t.noLinesTitle} text={t.emptyFile} />}
    />
  )
}

/** `isBeingRead`: the comparison of the lines with our books has not ended. */
function useColumns(isBeingRead: boolean): readonly Column<SettlementLineWire>[] {
  const t = useTexts(fileTexts)
  const kinds = useTexts(lineKindNames)
  return [
    {
      name: t.kind,
      isMain: true,
      cell: ({ line, kind, number, parts }) => (
        <div>
          <Text span size="sm" fw={600}>
            {kinds[kind]}
          </Text>
          <Text size="xs" c="dimmed">
            {t.line} {line}
            {number !== null && parts !== null && ` · ${t.installment(number, parts)}`}
          </Text>
        </div>
      ),
    },
    {
      name: t.result,
      isMain: true,
      cell: (line) => <Result of={line} isBeingRead={isBeingRead} />,
    },
    {
      name: t.amount,
      align: 'right',
      cell: ({ amount, net }) => (
        <div>
          {amount === null ? <Nothing /> : <Money cents={amount} />}
          {net !== null && (
            <Text size="xs" c="dimmed">
              {t.net} <Money cents={net} />
            </Text>
          )}
        </div>
      ),
    },
    { name: t.references, cell: (line) => <References of={line} /> },
    { name: t.ours, cell: ({ object }) => <Ours object={object} /> },
  ]
}

/** Whether the line agrees with our books: else its cases. */
function Result({
  of: { cases },
  isBeingRead,
}: {
  readonly of: SettlementLineWire
  readonly isBeingRead: boolean
}) {
  const t = useTexts(fileTexts)
  const nameOf = useCaseKindName()
  if (cases.length === 0)
    return isBeingRead ? (
      <State tone="neutral">{t.notCompared}</State>
    ) : (
      <State tone="good">{t.agrees}</State>
    )
  return (
    <Stack gap={2} align="flex-start">
      {cases.map(({ id, kind, status }) => (
        <Anchor
          key={id}
          size="sm"
          fw={600}
          c={status === 'OPEN' ? 'var(--mantine-color-error)' : 'dimmed'}
          renderRoot={(props) => (
            <Link to="/operator/reconciliation/$id" params={{ id }} {...props} />
          )}
        >
          {nameOf(kind)}
        </Anchor>
      ))}
    </Stack>
  )
}

function References({
  of: { reference, providerReference, date, facts },
}: {
  readonly of: SettlementLineWire
}) {
  const text = [facts?.text, facts?.problem, facts?.reason].find((each) => each !== undefined)
  return (
    <Text size="xs" component="div" style={{ overflowWrap: 'anywhere' }}>
      {[...new Set([reference, providerReference])].map(
        (each) =>
          each !== null && (
            <div key={each} className="code">
              {each}
            </div>
          ),
      )}
      {text !== undefined && <div>{String(text)}</div>}
      {date !== null && <When at={date} as="day" />}
    </Text>
  )
}

function Ours({ object }: Pick<SettlementLineWire, 'object'>) {
  const t = useTexts(fileTexts)
  if (object === null)
    return (
      <Text span size="xs" c="dimmed">
        {t.noObject}
      </Text>
    )
  const { type, id, accountId } = object
  return (
    <Text size="xs" component="div" style={{ overflowWrap: 'anywhere' }}>
      {type === 'transaction' ? (
        <SaleLink accountId={accountId} id={id} />
      ) : (
        <>
          {t[type]}{' '}
          {type === 'cashout' ? (
            <CashoutLink accountId={accountId} id={id} />
          ) : (
            <IdText>{id}</IdText>
          )}
        </>
      )}
    </Text>
  )
}
