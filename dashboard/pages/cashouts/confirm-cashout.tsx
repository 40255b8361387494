import { Checkbox, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  CashoutReceiverWire,
  CashoutWire,
  CreateCashoutRequest,
} from '../../../contract/cashout.ts'
import type { QuoteWire } from '../../../contract/receivable.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { IdText } from '../../parts/code.tsx'
import { DialogActions } from '../../parts/dialog.tsx'
import { Rows } from '../../parts/rows.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { CashoutCost } from './cashout-cost.tsx'
import { accountKindNames, cashoutTexts } from './cashouts-texts.ts'
import { KeyOwner } from './key-owner.tsx'

export type Order = Pick<CreateCashoutRequest, 'amount'> &
  Partial<Omit<CreateCashoutRequest, 'amount' | 'pixType' | 'receiverToken' | 'confirmDuplicate'>>

/** The order once more, with what it costs. */
export function ConfirmCashout({
  order,
  quote,
  available,
  onClose,
  onErrors,
}: {
  readonly order: Order
  readonly quote: QuoteWire | undefined
  readonly available: number | undefined
  readonly onClose: () => void
  readonly onErrors: (byField: Readonly<Record<string, string>>) => void
}) {
  const t = useTexts(cashoutTexts)
  const kinds = useTexts(accountKindNames)
  const { money } = useFormat()
  const { bankAccount } = order
  const navigate = useNavigate()
  const [isAgain, setAgain] = useState(false)
  const [receiver, setReceiver] = useState<CashoutReceiverWire>()
  const change = useChange(
    () =>
      call<CashoutWire>('POST', '/api/user/cashout', {
        body: {
          ...order,
          ...(receiver?.receiverToken && { receiverToken: receiver.receiverToken }),
          ...(isAgain && { confirmDuplicate: true }),
        },
      }),
    {
      done: t.requested,
      onDone: ({ id }) => void navigate({ to: '/cashouts/$id', params: { id } }),
    },
  )
  const { error } = change
  // Of a charge there is no second cashout, so that no box confirms it.
  const isDuplicate =
    error instanceof ApiError && error.code === 'possible-duplicate' && error.field !== 'qrcode'
  const confirm = () =>
    change.mutate(undefined, {
      onError: (cause) => cause instanceof ApiError && onErrors(cause.byField),
    })
  return (
    <Stack>
      <Rows
        rows={[
          [t.pixKey, order.pixKey],
          [t.code, order.qrcode && <IdText>{order.qrcode}</IdText>],
          [t.ispb, bankAccount?.ispb],
          [t.branch, bankAccount?.branch],
          [t.accountNumber, bankAccount?.number],
          [t.accountKind, bankAccount && kinds[bankAccount.type ?? 'CHECKING']],
          [t.document, order.beneficiaryDocument],
          [t.receiver, order.beneficiaryName],
          [t.description, order.description],
        ]}
      />
      {quote && <CashoutCost quote={quote} available={available} />}
      {order.pixKey === undefined ? (
        <Text size="sm" c="dimmed">
          {order.qrcode === undefined ? t.noAccountCheck : t.codeCheck}
        </Text>
      ) : (
        <KeyOwner pixKey={order.pixKey} receiver={receiver} onFound={setReceiver} />
      )}
      {(isDuplicate || isAgain) && (
        <Checkbox
          label={t.again}
          checked={isAgain}
          onChange={(event) => setAgain(event.currentTarget.checked)}
        />
      )}
      <DialogActions
        confirm={t.confirmCashout(money(order.amount))}
        isPending={change.isPending}
        error={error}
        onCancel={onClose}
        onConfirm={confirm}
      />
    </Stack>
  )
}
