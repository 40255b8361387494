import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { CashoutReceiptWire } from '../../../contract/cashout.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { IdText } from '../../parts/code.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Money } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { cashoutTexts } from './cashouts-texts.ts'

/**
 * The receipt of a delivered cashout, with masked documents. `of`: the query of the cashout. What
 * makes that stale makes the receipt stale too.
 */
export function Receipt({ path, of }: { readonly path: string; readonly of: readonly string[] }) {
  const t = useTexts(cashoutTexts)
  const { data } = useQuery({
    queryKey: [...of, 'receipt'],
    retry: false,
    queryFn: ({ signal }) => call<CashoutReceiptWire>('GET', path, { signal }),
  })
  if (!data) return null
  const { amount, paidAtInBrazil, payer, receiver, endToEndId, description } = data
  return (
    <Card
      title={t.receiptOf}
      aside={
        <Button
          size="xs"
          variant="default"
          leftSection={<Printer size={14} aria-hidden />}
          onClick={() => window.print()}
        >
          {t.print}
        </Button>
      }
    >
      <Stack>
        <Rows
          rows={[
            [t.amount, <Money key="amount" cents={amount} />],
            [t.completed, paidAtInBrazil],
            [t.payer, `${payer.name} (${payer.document})`],
            [
              t.receiver,
              [receiver.name, receiver.document].flatMap((each) => each ?? []).join(', '),
            ],
            [receiver.pixType === 'ACCOUNT' ? t.accountNumber : t.pixKey, receiver.pixKey],
            [t.description, description],
            ['EndToEndId', <IdText key="e2e">{endToEndId}</IdText>],
          ]}
        />
      </Stack>
    </Card>
  )
}
