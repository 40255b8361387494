import { Button } from '@mantine/core'
import { useState } from 'react'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useTexts } from '../../text/text.ts'
import { RefundForm } from './refund-form.tsx'
import { transactionTexts } from './transactions-texts.ts'

export function RefundButton({ transaction }: { readonly transaction: TransactionWire }) {
  const t = useTexts(transactionTexts)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t.refund}
      </Button>
      <Dialog title={t.refundTitle} isOpen={isOpen} onClose={close}>
        <RefundForm transaction={transaction} onClose={close} />
      </Dialog>
    </>
  )
}
