import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Balance } from '../../../contract/balance.ts'
import type { QuoteWire } from '../../../contract/receivable.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { MoneyInput } from '../../parts/money-input.tsx'
import { Page } from '../../parts/page.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { CashoutCost } from './cashout-cost.tsx'
import { cashoutTexts } from './cashouts-texts.ts'
import { ConfirmCashout, type Order } from './confirm-cashout.tsx'
import { DestinationFields, noDestination } from './destination-fields.tsx'

/** A cashout is written, its price shown, and everything read once more before it is sent. */
export default function NewCashoutPage() {
  const t = useTexts(cashoutTexts)
  const { money } = useFormat()
  const mayRead = useMay().atAccount('wallet:read')
  const form = useForm({
    initialValues: {
      amount: null as number | null,
      ...noDestination,
      ...{ description: '', externalRef: '' },
    },
  })
  const [order, setOrder] = useState<Order>()
  const [amount] = useDebouncedValue(form.values.amount, 250)
  const { data: balance } = useQuery({
    queryKey: ['balance'],
    enabled: mayRead,
    queryFn: ({ signal }) => call<Balance>('GET', '/api/user/wallet/balance', { signal }),
  })
  const quote = useQuery({
    queryKey: ['cashout-quote', amount],
    enabled: mayRead && amount !== null && amount > 0,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<QuoteWire>('POST', '/api/user/quotes', {
        body: { amount, paymentMethod: 'CASHOUT' },
        signal,
      }),
  })
  const needsQuote = mayRead && form.values.amount !== null && form.values.amount > 0
  const isQuoted = amount === form.values.amount && quote.data && !quote.isPlaceholderData
  const review = form.onSubmit(({ amount: cents, to, bankAccount, pixKey, qrcode, ...texts }) => {
    if (cents === null) return
    const destinations = {
      key: withoutEmpty({ pixKey }),
      account: { bankAccount },
      code: withoutEmpty({ qrcode }),
    }
    setOrder({ amount: cents, ...destinations[to], ...withoutEmpty(texts) })
  })
  return (
    <Page title={t.newTitle} back={{ to: '/cashouts', text: t.title }}>
      <Card>
        <form onSubmit={review}>
          <Stack maw={520}>
            <MoneyInput
              label={t.amount}
              description={balance && t.available(money(balance.available))}
              required
              autoFocus
              {...form.getInputProps('amount')}
            />
            <DestinationFields form={form} />
            <TextInput
              label={t.message}
              description={t.messageHint}
              maxLength={140}
              {...form.getInputProps('description')}
            />
            <TextInput label={t.ownReference} {...form.getInputProps('externalRef')} />
            {amount !== null && quote.data && (
              <CashoutCost quote={quote.data} available={balance?.available} />
            )}
            {amount !== null && quote.error && <Failure error={quote.error} />}
            <Group>
              <Button type="submit" disabled={quote.error !== null || (needsQuote && !isQuoted)}>
                {t.review}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
      <Dialog
        title={t.confirmTitle}
        isOpen={order !== undefined}
        onClose={() => setOrder(undefined)}
      >
        {order && (
          <ConfirmCashout
            order={order}
            quote={quote.data}
            available={balance?.available}
            onClose={() => setOrder(undefined)}
            onErrors={form.setErrors}
          />
        )}
      </Dialog>
    </Page>
  )
}

const withoutEmpty = <Name extends string>(values: Readonly<Record<Name, string>>) =>
  Object.fromEntries(
    Object.entries<string>(values).flatMap(([name, text]) =>
      text.trim() === '' ? [] : [[name, text.trim()]],
    ),
  ) as Partial<Record<Name, string>>
