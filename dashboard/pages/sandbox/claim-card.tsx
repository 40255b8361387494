import { Anchor, Button, Group, Select, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { transactionStatusNames } from '../../../contract/status-names.ts'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { callSandbox, type SandboxClaim } from '../../api/sandbox.ts'
import { Card } from '../../parts/card.tsx'
import { Code } from '../../parts/code.tsx'
import { Failure } from '../../parts/failure.tsx'
import { MoneyInput } from '../../parts/money-input.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useList } from '../../parts/use-list.ts'
import { useFormat } from '../../text/format.ts'
import { methodNames } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { claimActionNames, claimStateNames, sandboxTexts } from './sandbox-texts.ts'

/** The payer who claims the money back, and the bank that decides. */
export function ClaimCard({ sandboxUrl }: { readonly sandboxUrl: string }) {
  const t = useTexts(sandboxTexts)
  const actions = useTexts(claimActionNames)
  const states = useTexts(claimStateNames)
  const { money } = useFormat()
  const [id, setId] = useState<string | null>(null)
  const [action, setAction] = useState('open')
  const [amount, setAmount] = useState<number | null>(null)
  const payments = useClaimable()
  const chosen = payments.find((each) => each.id === id)
  const claim = useChange((body: object) =>
    callSandbox<SandboxClaim>(sandboxUrl, 'POST', '/disputes', { body }),
  )
  const label = useLabel()
  return (
    <Card title={t.claimTitle} lead={t.claimLead}>
      <Stack gap="sm">
        <Select
          label={t.payment}
          placeholder={payments.length === 0 ? t.noPayments : t.choosePayment}
          data={payments.map((each) => ({ value: each.id, label: label(each) }))}
          value={id}
          onChange={(value) => {
            setId(value)
            claim.reset()
          }}
          searchable
        />
        <Group align="flex-end" gap="sm">
          <Select
            label={t.action}
            data={Object.entries(actions).map(([value, name]) => ({ value, label: name }))}
            value={action}
            onChange={(value) => setAction(value ?? 'open')}
            allowDeselect={false}
            flex="1 1 200px"
          />
          {action === 'open' && (
            <MoneyInput
              label={t.claimAmount}
              placeholder={chosen ? money(chosen.amount) : ''}
              value={amount}
              onChange={setAmount}
              flex="1 1 160px"
            />
          )}
          <Button
            variant="default"
            disabled={!chosen}
            loading={claim.isPending}
            onClick={() => chosen && claim.mutate(claimOf(chosen, action, amount))}
          >
            {t.claim}
          </Button>
        </Group>
        {claim.error && <Failure error={claim.error} />}
        {claim.data && (
          <Text size="sm" role="status">
            {money(claim.data.amount)} · {states[claim.data.state]}.{' '}
            <Anchor size="sm" renderRoot={(props) => <Link to="/disputes" {...props} />}>
              {t.toDisputes}
            </Anchor>
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t.trigger}
        </Text>
        <Code>npx guiche trigger transaction.refused</Code>
      </Stack>
    </Card>
  )
}

function useClaimable(): readonly TransactionWire[] {
  const { rows } = useList<TransactionWire>('/api/user/transactions', {
    status: 'PAID,IN_PROTEST,CHARGEDBACK',
    paymentMethods: 'PIX,CREDIT_CARD',
    limit: 30,
  })
  return rows.filter((each) => referenceOf(each) !== null)
}

const referenceOf = ({ endToEndId, acquirer }: TransactionWire): string | null =>
  endToEndId ?? acquirer?.tid ?? acquirer?.reference ?? null

const claimOf = (payment: TransactionWire, action: string, amount: number | null) => ({
  reference: referenceOf(payment),
  kind: payment.paymentMethod === 'PIX' ? 'med' : 'chargeback',
  action,
  ...(action === 'open' && amount !== null && { amount }),
})

function useLabel(): (payment: TransactionWire) => string {
  const methods = useTexts(methodNames)
  const statuses = useTexts(transactionStatusNames)
  const { money, instant } = useFormat()
  return ({ amount, paymentMethod, status, createdAt }) =>
    [money(amount), methods[paymentMethod], statuses[status], instant(createdAt)].join(' · ')
}
