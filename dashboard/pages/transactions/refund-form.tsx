import { Checkbox, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RefundQuoteWire } from '../../../contract/refund.ts'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { ApiError, fieldErrors } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { DialogActions } from '../../parts/dialog.tsx'
import { MoneyInput } from '../../parts/money-input.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { RefundCost } from './refund-cost.tsx'
import { transactionTexts } from './transactions-texts.ts'

/** Refunds all or a part. The cost is quoted before the person confirms. */
export function RefundForm({
  transaction,
  onClose,
}: {
  readonly transaction: TransactionWire
  readonly onClose: () => void
}) {
  const t = useTexts(transactionTexts)
  const { money } = useFormat()
  const form = useForm<{ what: string; amount: number | null; pixKey: string }>({
    initialValues: { what: 'all', amount: null, pixKey: '' },
  })
  const { what, amount, pixKey } = form.values
  const body = bodyOf(form.values)
  const { isQuoted, ...quote } = useSettledQuote(transaction, body)
  const rest = useQuote(transaction, '{}').data?.amount
  const refund = useRefund(transaction, onClose)
  const needsKey = useOnce(
    transaction.paymentMethod === 'BOLETO' || isAboutKey(quote.error) || isAboutKey(refund.error),
  )
  // The confirmation is of this body only: another amount is another refund.
  const [confirmed, setConfirmed] = useState<string>()
  const isConfirmed = confirmed === JSON.stringify(body)
  const isReady = what === 'all' || amount !== null
  const isBesideField =
    (what === 'part' && fieldErrors(quote.error).amount !== undefined) || isAboutKey(quote.error)
  const refundedNow = body.amount ?? (isQuoted ? quote.data?.amount : rest)
  return (
    <form onSubmit={form.onSubmit(() => refund.mutate({ ...body, confirmDuplicate: isConfirmed }))}>
      <Stack>
        <SegmentedControl
          aria-label={t.refundWhat}
          fullWidth
          data={[
            { value: 'all', label: t.refundAll },
            { value: 'part', label: t.refundPart },
          ]}
          {...form.getInputProps('what')}
        />
        {what === 'part' && (
          <MoneyInput
            label={t.refundAmount}
            data-autofocus
            required
            {...form.getInputProps('amount')}
            error={
              isAbove(quote.error) && rest ? t.atMost(money(rest)) : fieldErrors(quote.error).amount
            }
          />
        )}
        {needsKey && (
          <TextInput
            label={t.pixKey}
            description={t.pixKeyHint}
            required
            {...form.getInputProps('pixKey')}
            error={pixKey !== '' && fieldErrors(quote.error).pixKey}
          />
        )}
        {isReady && <RefundCost quote={quote.data} error={isBesideField ? null : quote.error} />}
        {(isConfirmed || isDuplicate(refund.error)) && (
          <Checkbox
            label={t.refundAgain}
            checked={isConfirmed}
            onChange={({ currentTarget }) =>
              setConfirmed(currentTarget.checked ? JSON.stringify(body) : undefined)
            }
          />
        )}
        <DialogActions
          confirm={refundedNow ? t.refundConfirm(money(refundedNow)) : t.refund}
          isDangerous
          isPending={refund.isPending}
          isDisabled={!isReady || !isQuoted || quote.error !== null}
          error={refund.error}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}

/** Whether it is true now, or was before: what the person writes in must not disappear. */
function useOnce(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue)
  if (isTrue && !was) setWas(true)
  return isTrue || was
}

interface RefundBody {
  readonly amount?: number
  readonly pixKey?: string
  readonly confirmDuplicate?: boolean
}

function bodyOf({
  what,
  amount,
  pixKey,
}: {
  readonly what: string
  readonly amount: number | null
  readonly pixKey: string
}): RefundBody {
  return {
    ...(what === 'part' && amount !== null && { amount }),
    ...(pixKey.trim() !== '' && { pixKey: pixKey.trim() }),
  }
}

/**
 * The quote of a body that has not changed for a moment. The one before stays until then.
 * `isQuoted`: it is that of this body, or the person may not read quotes.
 */
function useSettledQuote(transaction: TransactionWire, body: RefundBody) {
  const mayQuote = useMay().atAccount('wallet:read')
  const wanted = JSON.stringify(body)
  const [settled] = useDebouncedValue(wanted, 250)
  const { data, error, isPlaceholderData } = useQuote(transaction, settled)
  const isShown = settled === wanted && data !== undefined && !isPlaceholderData
  return { data, error, isQuoted: isShown || !mayQuote }
}

/** `body`: JSON, so that an equal one is no new one. */
function useQuote({ id }: TransactionWire, body: string) {
  const mayQuote = useMay().atAccount('wallet:read')
  return useQuery({
    queryKey: ['transaction', id, 'refund-quote', body],
    enabled: mayQuote,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<RefundQuoteWire>('POST', `/api/user/transactions/${id}/refund/quote`, {
        body: JSON.parse(body),
        signal,
      }),
  })
}

function useRefund({ id }: TransactionWire, onDone: () => void) {
  const t = useTexts(transactionTexts)
  return useChange(
    (body: RefundBody) =>
      call<TransactionWire>('POST', `/api/user/transactions/${id}/refund`, {
        body,
      }),
    { done: t.refundDone, onDone },
  )
}

const isAbove = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'refund-above-paid'

const isDuplicate = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'possible-duplicate'

const isAboutKey = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'pix-key-required' || error.field === 'pixKey')
