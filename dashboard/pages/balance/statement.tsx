import { Anchor, Box, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { MerchantBook, StatementLine } from '../../../contract/wallet.ts'
import { now } from '../../api/clock.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { ExportCsv } from '../../parts/export-csv.tsx'
import { todayAt } from '../../parts/periods.ts'
import { useList } from '../../parts/use-list.ts'
import { Money, When } from '../../parts/values.tsx'
import { useEntryNames } from '../../text/entry-names.ts'
import { useTexts } from '../../text/text.ts'
import { balanceTexts } from './balance-texts.ts'
import { MonthSwitch } from './month-switch.tsx'
import { MonthTotals } from './month-totals.tsx'

/** One month of one part of the balance: how it began, every entry, and how it ended. */
export function Statement({
  book,
  month,
  onChange,
}: {
  readonly book: MerchantBook
  readonly month: string | undefined
  readonly onChange: (month: string) => void
}) {
  const t = useTexts(balanceTexts)
  const thisMonth = todayAt(now()).slice(0, 7)
  const shown = month ?? thisMonth
  const query = { book, month: shown }
  const list = useList<StatementLine>('/api/user/wallet/statement', query)
  return (
    <Card
      title={t.statement}
      flush
      aside={
        <Group gap="sm">
          <MonthSwitch month={shown} last={thisMonth} onChange={onChange} />
          <ExportCsv path="/api/user/wallet/statement" query={query} />
        </Group>
      }
    >
      <Box px="md" pb="md" maw={520}>
        <MonthTotals book={book} month={shown} isOpen={shown >= thisMonth} />
      </Box>
      <DataList
        list={list}
        columns={useColumns()}
        rowKey={({ id }) => id}
        label={t.statement}
        empty={
          <Text size="sm" c="dimmed" p="md">
            {t.noLines}
          </Text>
        }
      />
    </Card>
  )
}

function useColumns(): readonly Column<StatementLine>[] {
  const t = useTexts(balanceTexts)
  const names = useEntryNames()
  return [
    {
      name: t.entry,
      isMain: true,
      cell: ({ cause, transactionId }) => <LineLink {...{ cause, transactionId }} names={names} />,
    },
    { name: t.counterparty, cell: ({ counterparty }) => counterparty ?? '' },
    { name: t.date, cell: ({ date }) => <When at={date} as="exactInstant" /> },
    {
      name: t.amount,
      align: 'right',
      isMain: true,
      cell: ({ amount }) => <Money cents={amount} sign />,
    },
    { name: t.balance, align: 'right', cell: ({ balance }) => <Money cents={balance} /> },
  ]
}

/** An entry leads to what caused it. */
function LineLink({
  cause,
  transactionId,
  names,
}: Pick<StatementLine, 'cause' | 'transactionId'> & {
  readonly names: ReturnType<typeof useEntryNames>
}) {
  const text = names.cause(cause)
  const style = { className: 'row-link', c: 'inherit', fz: 'inherit' } as const
  if (transactionId)
    return (
      <Anchor
        {...style}
        renderRoot={(props) => (
          <Link to="/transactions/$id" params={{ id: transactionId }} {...props} />
        )}
      >
        {text}
      </Anchor>
    )
  if (cause.type === 'cashout')
    return (
      <Anchor
        {...style}
        renderRoot={(props) => <Link to="/cashouts/$id" params={{ id: cause.id }} {...props} />}
      >
        {text}
      </Anchor>
    )
  return text
}
