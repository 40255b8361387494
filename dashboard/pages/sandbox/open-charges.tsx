import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { callSandbox, type SandboxPayment } from '../../api/sandbox.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { Failure } from '../../parts/failure.tsx'
import { TransactionState } from '../../parts/transaction-status.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useList } from '../../parts/use-list.ts'
import { Money, When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { methodNames } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { sandboxTexts } from './sandbox-texts.ts'

/** The newest charges that a payer can pay, each with the button that pays it. */
export function OpenCharges({ sandboxUrl }: { readonly sandboxUrl: string }) {
  const t = useTexts(sandboxTexts)
  const methods = useTexts(methodNames)
  const list = useList<TransactionWire>(
    '/api/user/transactions',
    { paymentMethods: 'PIX,BOLETO', limit: 6 },
    {
      object: 'transaction',
      keyOf: ({ id }) => id,
      read: (id) => call('GET', `/api/user/transactions/${id}`),
    },
  )
  const columns: readonly Column<TransactionWire>[] = [
    {
      name: t.charge,
      isMain: true,
      cell: ({ id, amount, paymentMethod }) => (
        <div>
          <Anchor
            c="inherit"
            fz="inherit"
            fw={600}
            renderRoot={(props) => <Link to="/transactions/$id" params={{ id }} {...props} />}
          >
            <Money cents={amount} />
          </Anchor>
          <Text size="xs" c="dimmed">
            {methods[paymentMethod]}
          </Text>
        </div>
      ),
    },
    { name: t.status, isMain: true, cell: ({ status }) => <TransactionState status={status} /> },
    { name: t.created, cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      name: t.payer,
      align: 'right',
      cell: (transaction) => <PayCharge transaction={transaction} sandboxUrl={sandboxUrl} />,
    },
  ]
  return (
    <Card title={t.charges} lead={t.chargesLead} aside={<TestCharge />} flush>
      <DataList
        list={{ ...list, hasMore: false }}
        columns={columns}
        rowKey={({ id }) => id}
        label={t.charges}
        empty={<EmptyPage title={t.noCharges} text={t.noChargesText} />}
      />
    </Card>
  )
}

function PayCharge({
  transaction: { status, amount, pix, boleto },
  sandboxUrl,
}: {
  readonly transaction: TransactionWire
  readonly sandboxUrl: string
}) {
  const t = useTexts(sandboxTexts)
  const { money } = useFormat()
  const code = pix?.qrcode ?? boleto?.digitableLine
  const pay = useChange(
    () => callSandbox<SandboxPayment>(sandboxUrl, 'POST', '/pay', { body: { code } }),
    { done: t.payed(money(amount)) },
  )
  if (status !== 'WAITING_PAYMENT' || !code) return null
  return (
    <Stack gap={4} align="flex-end">
      <Button
        size="xs"
        aria-label={t.payAmount(money(amount))}
        onClick={() => pay.mutate()}
        loading={pay.isPending}
      >
        {t.pay}
      </Button>
      {pay.error && <Failure error={pay.error} />}
    </Stack>
  )
}

/** Creates a charge to play with. */
function TestCharge() {
  const t = useTexts(sandboxTexts)
  const canCreate = useMay().atAccount('transactions:create')
  const create = useChange(
    () =>
      call<TransactionWire>('POST', '/api/user/transactions', {
        body: {
          amount: 1_990,
          paymentMethod: 'PIX',
          customer: { name: 'Ana Teste', email: 'ana@exemplo.com.br' },
        },
      }),
    { done: t.charged },
  )
  if (!canCreate) return null
  return (
    <Group gap="xs">
      {create.error && <Failure error={create.error} />}
      <Button
        size="xs"
        variant="default"
        onClick={() => create.mutate()}
        loading={create.isPending}
      >
        {t.testCharge}
      </Button>
    </Group>
  )
}
