import { Alert, Anchor, Table, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { TrialBalanceWire } from '../../../contract/ledger.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { Money, When } from '../../parts/values.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useEntryNames } from '../../text/entry-names.ts'
import { useTexts } from '../../text/text.ts'
import { AccountBalances } from './account-balances.tsx'
import { LedgerTabs } from './ledger-tabs.tsx'
import { ledgerTexts } from './ledger-texts.ts'
import { StoppedCashouts } from './stopped-cashouts.tsx'

const trialBalanceQuery = queryOptions({
  queryKey: ['trial-balance'],
  queryFn: ({ signal }) =>
    call<TrialBalanceWire>('GET', '/api/admin/ledger/trial-balance', { signal }),
})

/** The books as sums: each number opens the entries behind it. */
export default function TrialBalancePage() {
  const t = useTexts(ledgerTexts)
  const { data, error, refetch } = useQuery(trialBalanceQuery)
  if (error && !data) return <Failure error={error} retry={refetch} />
  if (!data) return <PageSkeleton />
  return (
    <Page title={t.title} lead={t.lead}>
      <LedgerTabs value="/operator/ledger" />
      {data.cashoutsStopped && <StoppedCashouts stop={data.cashoutsStopped} />}
      <Verdict trial={data} />
      <Books trial={data} />
      <AccountBalances />
    </Page>
  )
}

/** Whether the books agree with themselves, and when that was checked last. */
function Verdict({ trial: { isBalanced, sample } }: { readonly trial: TrialBalanceWire }) {
  const t = useTexts(ledgerTexts)
  const isGood = isBalanced && (sample?.breaches ?? 0) === 0
  return (
    <Alert
      color={isGood ? 'guiche' : 'red'}
      variant="light"
      icon={isGood ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
      title={isBalanced ? t.balanced : t.notBalanced}
    >
      <Text size="sm">
        {sample === null ? (
          t.notChecked
        ) : (
          <>
            {sample.breaches === 0 ? t.noBreaches : t.breaches(sample.breaches)}{' '}
            <When at={sample.at} as="realDistance" />
          </>
        )}
      </Text>
    </Alert>
  )
}

function Books({ trial: { books } }: { readonly trial: TrialBalanceWire }) {
  const t = useTexts(ledgerTexts)
  const names = useEntryNames()
  const sum = (side: 'debits' | 'credits') => books.reduce((total, book) => total + book[side], 0)
  return (
    <Card title={t.trialBalance} lead={t.booksLead} flush>
      <WideTable label={t.trialBalance} minWidth={480} isFlush>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.book}</Table.Th>
            <Table.Th ta="right">{t.debits}</Table.Th>
            <Table.Th ta="right">{t.credits}</Table.Th>
            <Table.Th ta="right">{t.balance}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {books.map(({ book, debits, credits }) => (
            <Table.Tr key={book} className="opens">
              <Table.Th>
                <Anchor
                  className="row-link"
                  size="sm"
                  c="inherit"
                  fw={600}
                  renderRoot={(props) => (
                    <Link to="/operator/ledger/entries" search={{ book }} {...props} />
                  )}
                >
                  {names.book(book)}
                </Anchor>
              </Table.Th>
              <Table.Td ta="right">
                <Money cents={debits} />
              </Table.Td>
              <Table.Td ta="right">
                <Money cents={credits} />
              </Table.Td>
              <Table.Td ta="right" fw={600}>
                <Money cents={growsByDebit(book) ? debits - credits : credits - debits} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>{t.total}</Table.Th>
            <Table.Th ta="right">
              <Money cents={sum('debits')} />
            </Table.Th>
            <Table.Th ta="right">
              <Money cents={sum('credits')} />
            </Table.Th>
            <Table.Th />
          </Table.Tr>
        </Table.Tfoot>
      </WideTable>
    </Card>
  )
}

/** Money that others hold for the platform, and what merchants owe it. */
const growsByDebit = (book: string): boolean => book === 'debt' || book.startsWith('clearing:')
