import { Button, Group, Stack, Switch, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Bill, callSandbox, type SandboxPayment } from '../../api/sandbox.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { MoneyInput } from '../../parts/money-input.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { billStateNames, sandboxTexts } from './sandbox-texts.ts'

/** The payer's bank: a code is pasted, read and paid. */
export function PayCard({ sandboxUrl }: { readonly sandboxUrl: string }) {
  const t = useTexts(sandboxTexts)
  const { money } = useFormat()
  const [code, setCode] = useState('')
  const [amount, setAmount] = useState<number | null>(null)
  const [isForced, setForced] = useState(false)
  const bill = useBill(sandboxUrl, useDebouncedValue(code.trim(), 300)[0])
  const pay = useChange(() =>
    callSandbox<SandboxPayment>(sandboxUrl, 'POST', '/pay', {
      body: { code: code.trim(), force: isForced, ...(amount !== null && { amount }) },
    }),
  )
  return (
    <Card title={t.payTitle} lead={t.payLead}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          pay.mutate()
        }}
      >
        <Stack gap="sm">
          <Textarea
            label={t.code}
            autosize
            minRows={2}
            maxRows={5}
            required
            classNames={{ input: 'code' }}
            value={code}
            onChange={(event) => {
              setCode(event.currentTarget.value)
              pay.reset()
            }}
          />
          {bill.data && <BillFacts bill={bill.data} />}
          {bill.error && <Failure error={bill.error} />}
          <Group gap="md" align="flex-end">
            <MoneyInput
              label={t.otherAmount}
              description={t.otherAmountHint}
              value={amount}
              onChange={setAmount}
              w={240}
            />
            <Switch
              label={t.force}
              description={t.forceHint}
              checked={isForced}
              onChange={(event) => setForced(event.currentTarget.checked)}
              flex="1 1 220px"
            />
          </Group>
          {pay.error && <Failure error={pay.error} />}
          {pay.data && (
            <Text size="sm" role="status">
              {t.payed(money(pay.data.amount))}{' '}
              <span className="code">{pay.data.endToEndId ?? pay.data.bankReference}</span>
            </Text>
          )}
          <Group>
            <Button type="submit" loading={pay.isPending} disabled={code.trim() === ''}>
              {t.payCode}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

const useBill = (sandboxUrl: string, code: string) =>
  useQuery({
    queryKey: ['sandbox', 'bill', code],
    enabled: code !== '',
    retry: false,
    queryFn: ({ signal }) =>
      callSandbox<Bill>(sandboxUrl, 'GET', `/bills?code=${encodeURIComponent(code)}`, { signal }),
  })

/** What a bank shows before a person confirms. */
function BillFacts({ bill }: { readonly bill: Bill }) {
  const t = useTexts(sandboxTexts)
  const states = useTexts(billStateNames)
  const { money, instant } = useFormat()
  return (
    <Text size="sm" role="status">
      <strong>{money(bill.amount)}</strong> {t.to} {bill.receiver.name} · {states[bill.state]}
      {bill.state === 'payable' && ` · ${t.until(instant(bill.payableUntil))}`}
    </Text>
  )
}
