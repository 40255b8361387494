import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TransactionWire } from '../../../contract/transaction.ts'
import type { Column } from '../../parts/data-list.tsx'
import { TransactionState } from '../../parts/transaction-status.tsx'
import { Money, When } from '../../parts/values.tsx'
import { methodNames } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { transactionTexts } from './transactions-texts.ts'

/** What a list of payments shows of each. */
export function useTransactionColumns(): readonly Column<TransactionWire>[] {
  const t = useTexts(transactionTexts)
  const methods = useTexts(methodNames)
  return [
    {
      name: t.amount,
      isMain: true,
      align: 'right',
      cell: ({ id, amount }) => (
        <Anchor
          className="row-link"
          c="inherit"
          fz="inherit"
          fw={600}
          renderRoot={(props) => <Link to="/transactions/$id" params={{ id }} {...props} />}
        >
          <Money cents={amount} />
        </Anchor>
      ),
    },
    { name: t.status, isMain: true, cell: ({ status }) => <TransactionState status={status} /> },
    { name: t.method, cell: ({ paymentMethod }) => methods[paymentMethod] },
    { name: t.customer, cell: ({ customer }) => customer?.name ?? customer?.email ?? '' },
    { name: t.reference, cell: ({ externalRef }) => externalRef ?? '' },
    { name: t.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  ]
}
