import { ActionIcon, Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Balance } from '../../../contract/balance.ts'
import type { MerchantBook, StatementLine } from '../../../contract/wallet.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { ExportCsv } from '../../parts/export-csv.tsx'
import { addDays, addMonths, daysOfMonth, todayAt } from '../../parts/periods.ts'
import { useList } from '../../parts/use-list.ts'
import { Money, When } from '../../parts/values.tsx'
import { useEntryNames } from '../../text/entry-names.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { balanceTexts } from './balance-texts.ts'

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
  const format = useFormat()
  const thisMonth = todayAt(new Date()).slice(0, 7)
  const shown = month ?? thisMonth
  const [first, last] = daysOfMonth(shown)
  const query = { book, start_date: first, end_date: last }
  const list = useList<StatementLine>('/api/user/wallet/statement', query)
  return (
    <Card
      title={t.statement}
      flush
      aside={
        <Group gap="sm">
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.previous}
              onClick={() => onChange(addMonths(shown, -1))}
            >
              <ChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <Text size="sm" fw={600} aria-live="polite">
              {format.month(shown)}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.following}
              disabled={shown >= thisMonth}
              onClick={() => onChange(addMonths(shown, 1))}
            >
              <ChevronRight size={18} aria-hidden />
            </ActionIcon>
          </Group>
          <ExportCsv path="/api/user/wallet/statement" query={query} />
        </Group>
      }
    >
      <Ends book={book} first={first} last={last} isOpen={shown >= thisMonth} />
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

/** The balance before the first day and after the last one. */
function Ends({
  book,
  first,
  last,
  isOpen,
}: {
  readonly book: MerchantBook
  readonly first: string
  readonly last: string
  /** The month has not ended. */
  readonly isOpen: boolean
}) {
  const t = useTexts(balanceTexts)
  const opening = useBalanceAt(addDays(first, -1))
  const closing = useBalanceAt(isOpen ? undefined : last)
  if (!opening || !closing) return null
  const movement = closing[book] - opening[book]
  return (
    <Group px="md" pb="sm" gap="xl" component="dl" m={0}>
      {[
        [t.opening, <Money key="opening" cents={opening[book]} />] as const,
        [t.movement, <Money key="movement" cents={movement} sign />] as const,
        [isOpen ? t.now : t.closing, <Money key="closing" cents={closing[book]} />] as const,
      ].map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" m={0} fw={600}>
            {value}
          </Text>
        </div>
      ))}
    </Group>
  )
}

const useBalanceAt = (at: string | undefined): Balance | undefined =>
  useQuery({
    queryKey: ['balance', at ?? 'now'],
    queryFn: ({ signal }) =>
      call<Balance>('GET', '/api/user/wallet/balance', { query: { at }, signal }),
  }).data
