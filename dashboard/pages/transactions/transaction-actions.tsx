import { ActionIcon, Menu, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { Copy, Ellipsis, ExternalLink } from 'lucide-react'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { canBeCanceled, cancelEffect } from './can-be-canceled.ts'
import { cancelResult } from './cancel-result.ts'
import { createCommand, readCommand } from './curl.ts'
import { RefundButton } from './refund-button.tsx'
import { transactionTexts } from './transactions-texts.ts'

/** What the person may do with the transaction in its status. */
export function TransactionActions({ transaction }: { readonly transaction: TransactionWire }) {
  const t = useTexts(transactionTexts)
  const may = useMay()
  const { money } = useFormat()
  const { id, status, amount, fee } = transaction
  const effects = {
    cancelAuthorized: t.cancelAuthorized(money(amount)),
    cancelByFile: t.cancelByFile,
    cancelWaiting: t.cancelWaiting,
  }
  const capture = () => call('POST', `/api/user/transactions/${id}/capture`, { body: {} })
  const cancel = () =>
    call<TransactionWire>('POST', `/api/user/transactions/${id}/cancel`, { body: {} })
  return (
    <>
      {status === 'AUTHORIZED' && may.atAccount('transactions:capture') && (
        <ConfirmButton
          button={t.capture}
          variant="filled"
          title={t.capture}
          confirm={t.captureConfirm(money(amount))}
          done={t.captured}
          run={capture}
        >
          <Text size="sm">{t.captureText(money(amount), money(fee.netAmount))}</Text>
        </ConfirmButton>
      )}
      {status === 'PAID' && may.atAccount('transactions:refund') && (
        <RefundButton transaction={transaction} />
      )}
      {canBeCanceled(transaction) && may.atAccount('transactions:cancel') && (
        <ConfirmButton
          button={t.cancel}
          title={t.cancel}
          confirm={t.cancel}
          done={(result) => t[cancelResult(result)]}
          isDangerous
          run={cancel}
        >
          <Text size="sm">{effects[cancelEffect(transaction)]}</Text>
        </ConfirmButton>
      )}
      <MoreActions transaction={transaction} />
    </>
  )
}

function MoreActions({ transaction }: { readonly transaction: TransactionWire }) {
  const t = useTexts(transactionTexts)
  const clipboard = useClipboard()
  const copy = (text: string) => {
    clipboard.copy(text)
    notifications.show({ message: t.copied, color: 'guiche' })
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t.moreActions}>
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={transaction.secureUrl}
          target="_blank"
          rel="noreferrer"
          leftSection={<ExternalLink size={16} aria-hidden />}
        >
          {t.openPayment}
        </Menu.Item>
        <Menu.Item
          leftSection={<Copy size={16} aria-hidden />}
          onClick={() => copy(readCommand(transaction))}
        >
          {t.copyRead}
        </Menu.Item>
        <Menu.Item
          leftSection={<Copy size={16} aria-hidden />}
          onClick={() => copy(createCommand(transaction))}
        >
          {t.copyCreate}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
