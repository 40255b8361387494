import { Alert, Anchor, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import type { TransactionWire } from '../../../contract/transaction.ts'
import { useMay } from '../../api/login.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { transactionTexts } from './transactions-texts.ts'

/** A claim against the payment comes before everything else: its deadline may be near. */
export function Disputes({ transaction: { disputes } }: { readonly transaction: TransactionWire }) {
  const t = useTexts(transactionTexts)
  const may = useMay()
  const { money, instant } = useFormat()
  return disputes.map(({ id, status, amount, answerBy }) => (
    <Alert
      key={id}
      color={status === 'WON' ? 'guiche' : status === 'LOST' ? 'gray' : 'orange'}
      variant="light"
      icon={<ShieldAlert aria-hidden />}
      title={t.disputed(money(amount), status)}
    >
      <Group gap="md">
        {status === 'NEEDS_RESPONSE' && answerBy && t.answerBy(instant(answerBy))}
        {may.atAccount('disputes:read') && (
          <Anchor
            size="sm"
            renderRoot={(props) => <Link to="/disputes/$id" params={{ id }} {...props} />}
          >
            {t.openDispute}
          </Anchor>
        )}
      </Group>
    </Alert>
  ))
}
