import type { AccountWire } from '../../../contract/account.ts'
import type { CashoutWire } from '../../../contract/cashout.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { useList } from '../../parts/use-list.ts'
import { Money, When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { CashoutState } from '../cashouts/cashout-state.tsx'
import { accountTexts } from './accounts-texts.ts'

/** The cashouts of an account, to read. */
export function AccountCashouts({ account }: { readonly account: AccountWire }) {
  const t = useTexts(accountTexts)
  const list = useList<CashoutWire>(`/api/admin/accounts/${account.id}/cashouts`, {})
  const columns: readonly Column<CashoutWire>[] = [
    {
      name: t.amount,
      isMain: true,
      align: 'right',
      cell: ({ amount }) => <Money cents={amount} />,
    },
    { name: t.status, isMain: true, cell: (cashout) => <CashoutState cashout={cashout} /> },
    {
      name: t.receiver,
      cell: ({ receiver, beneficiaryName, pixKey }) => receiver?.name ?? beneficiaryName ?? pixKey,
    },
    { name: t.reference, cell: ({ externalRef }) => externalRef ?? '' },
    { name: t.when, cell: ({ createdAt }) => <When at={createdAt} /> },
  ]
  return (
    <Card title={t.cashouts} lead={t.readOnly} flush>
      <DataList
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        label={t.cashouts}
        empty={<EmptyPage title={t.nothingTitle} text={t.nothingText} />}
      />
    </Card>
  )
}
