import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { LedgerDayWire } from '../../../contract/ledger.ts'
import { Card } from '../../parts/card.tsx'
import { CopyText } from '../../parts/code.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { Page } from '../../parts/page.tsx'
import { useList } from '../../parts/use-list.ts'
import { State, When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { LedgerTabs } from './ledger-tabs.tsx'
import { ledgerTexts } from './ledger-texts.ts'

/** The closed days of the books, each with its digest and when it was checked. */
export default function DaysPage() {
  const t = useTexts(ledgerTexts)
  const list = useList<LedgerDayWire>('/api/admin/ledger/days', {})
  return (
    <Page title={t.title} lead={t.lead}>
      <LedgerTabs value="/operator/ledger/days" />
      <Card title={t.days} lead={t.daysLead} flush>
        <DataList
          list={list}
          columns={useColumns()}
          rowKey={({ date }) => date}
          label={t.days}
          empty={<EmptyPage title={t.noDaysTitle} text={t.noDaysText} />}
        />
      </Card>
    </Page>
  )
}

function useColumns(): readonly Column<LedgerDayWire>[] {
  const t = useTexts(ledgerTexts)
  const { number, day } = useFormat()
  return [
    {
      name: t.day,
      isMain: true,
      cell: ({ date }) => (
        <Anchor
          size="sm"
          c="inherit"
          fw={600}
          renderRoot={(props) => (
            <Link
              to="/operator/ledger/entries"
              search={{ start_date: date, end_date: date }}
              {...props}
            />
          )}
        >
          {day(date)}
        </Anchor>
      ),
    },
    { name: t.state, isMain: true, cell: (each) => <DayState day={each} /> },
    { name: t.verifiedAt, cell: ({ verifiedAt }) => <When at={verifiedAt} as="instant" /> },
    { name: t.entries, align: 'right', cell: ({ transfers }) => number(transfers) },
    {
      name: t.digest,
      cell: ({ digest }) => (
        <span className="code" title={digest} style={{ whiteSpace: 'nowrap' }}>
          {digest.slice(0, 16)}… <CopyText>{digest}</CopyText>
        </span>
      ),
    },
  ]
}

function DayState({ day: { isSame, isLinked } }: { readonly day: LedgerDayWire }) {
  const t = useTexts(ledgerTexts)
  if (isSame === false) return <State tone="bad">{t.dayChanged}</State>
  if (!isLinked) return <State tone="bad">{t.dayNotLinked}</State>
  return isSame === null ? (
    <State tone="neutral">{t.dayNotVerified}</State>
  ) : (
    <State tone="good">{t.dayVerified}</State>
  )
}
