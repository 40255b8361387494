import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Plus } from 'lucide-react'
import { useState } from 'react'
import type { CorrectionWire } from '../../../contract/ledger.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { AccountFilter } from '../../parts/account-choice.tsx'
import { AccountName } from '../../parts/account-name.tsx'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { Page } from '../../parts/page.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { Money, When } from '../../parts/values.tsx'
import { wholeList } from '../../parts/whole-list.ts'
import { useEntryNames } from '../../text/entry-names.ts'
import { useTexts } from '../../text/text.ts'
import { CorrectionForm } from './correction-form.tsx'
import { LedgerTabs } from './ledger-tabs.tsx'
import { ledgerTexts } from './ledger-texts.ts'

/** The corrections of the books, and a new one. */
export default function CorrectionsPage() {
  const t = useTexts(ledgerTexts)
  const may = useMay()
  const filters = useFilters(['accountId'])
  const { accountId } = filters.values
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const query = useQuery({
    queryKey: ['corrections', accountId],
    queryFn: ({ signal }) =>
      call<readonly CorrectionWire[]>('GET', '/api/admin/ledger/corrections', {
        query: { accountId },
        signal,
      }),
  })
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        may.atOperator('ledger:correct') && (
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpen(true)}>
            {t.newCorrection}
          </Button>
        )
      }
    >
      <LedgerTabs value="/operator/ledger/corrections" />
      <FilterBar onClear={filters.isAny ? filters.clear : undefined}>
        <AccountFilter value={accountId} onChange={(id) => filters.set({ accountId: id })} />
      </FilterBar>
      <Card title={t.corrections} lead={t.correctionsLead} flush>
        <DataList
          list={wholeList(query, query.data)}
          columns={useColumns()}
          rowKey={({ id }) => id}
          label={t.corrections}
          hasFilters={filters.isAny}
          onClearFilters={filters.clear}
          empty={<EmptyPage title={t.noCorrectionsTitle} text={t.noCorrectionsText} />}
        />
      </Card>
      <Dialog title={t.newCorrection} isOpen={isOpen} onClose={close}>
        <CorrectionForm accountId={accountId ?? null} onClose={close} />
      </Dialog>
    </Page>
  )
}

function useColumns(): readonly Column<CorrectionWire>[] {
  const t = useTexts(ledgerTexts)
  const names = useEntryNames()
  return [
    { name: t.account, isMain: true, cell: ({ accountId }) => <AccountName id={accountId} /> },
    {
      name: t.fromTo,
      cell: ({ debitBook, creditBook }) => (
        <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
          {names.book(debitBook)}
          <ArrowRight size={14} aria-label={t.to} />
          {names.book(creditBook)}
        </span>
      ),
    },
    {
      name: t.reason,
      cell: ({ reason }) => (
        <Text size="sm" lineClamp={2}>
          {reason}
        </Text>
      ),
    },
    { name: t.correctedBy, cell: ({ correctedBy }) => correctedBy },
    { name: t.date, cell: ({ correctedAt }) => <When at={correctedAt} /> },
    {
      name: t.amount,
      align: 'right',
      isMain: true,
      cell: ({ amount }) => <Money cents={amount} />,
    },
  ]
}
