import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReceivableWire } from '../../../contract/receivable.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { ExportCsv } from '../../parts/export-csv.tsx'
import { useList } from '../../parts/use-list.ts'
import { Money, When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { methodNames } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { balanceTexts } from './balance-texts.ts'
import { ReceivablesCalendar } from './receivables-calendar.tsx'

/** The receivables by the day on which they become available. */
export function Pending({
  day,
  onChoose,
}: {
  readonly day: string | undefined
  readonly onChoose: (day: string | null) => void
}) {
  const t = useTexts(balanceTexts)
  const methods = useTexts(methodNames)
  const format = useFormat()
  // A day that is past has receivables that are settled already.
  const query = day ? { start_date: day, end_date: day } : { status: 'SCHEDULED' }
  const list = useList<ReceivableWire>('/api/user/receivables', query)
  const columns: readonly Column<ReceivableWire>[] = [
    {
      name: t.day,
      isMain: true,
      cell: ({ date, transactionId }) => (
        <Anchor
          className="row-link"
          c="inherit"
          fz="inherit"
          renderRoot={(props) => (
            <Link to="/transactions/$id" params={{ id: transactionId }} {...props} />
          )}
        >
          <When at={date} as="day" />
        </Anchor>
      ),
    },
    { name: t.method, cell: ({ paymentMethod }) => methods[paymentMethod] },
    { name: t.part, cell: ({ number, parts }) => t.partOf(number, parts) },
    { name: t.gross, align: 'right', cell: ({ gross }) => <Money cents={gross} /> },
    { name: t.fee, align: 'right', cell: ({ fee }) => <Money cents={-fee} /> },
    {
      name: t.taken,
      align: 'right',
      cell: ({ taken }) => (taken > 0 ? <Money cents={-taken} /> : ''),
    },
    { name: t.due, align: 'right', isMain: true, cell: ({ due }) => <Money cents={due} /> },
  ]
  return (
    <>
      <ReceivablesCalendar day={day} onChoose={onChoose} />
      <Card
        title={day ? t.receivablesOf(format.day(day)) : t.allReceivables}
        flush
        aside={
          <>
            {day && (
              <Button size="xs" variant="subtle" onClick={() => onChoose(null)}>
                {t.wholeCalendar}
              </Button>
            )}
            <ExportCsv path="/api/user/receivables" query={query} />
          </>
        }
      >
        <DataList
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          label={t.allReceivables}
          empty={<EmptyPage title={t.calendar} text={t.nothing} />}
        />
      </Card>
    </>
  )
}
