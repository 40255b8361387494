import { Group, Text } from '@mantine/core'
import type { CashoutWire } from '../../../contract/cashout.ts'
import { call } from '../../api/client.ts'
import { useLogin, useMay } from '../../api/login.ts'
import { AccountName } from '../../parts/account-name.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { CashoutDecision } from '../cashouts/cashout-decision.tsx'
import { waitingCashoutTexts } from './waiting-cashouts-texts.ts'

/** The decision of the operator about a cashout of an account. */
export function AccountCashoutDecision({
  accountId,
  cashout,
  size = 'sm',
}: {
  readonly accountId: string
  readonly cashout: CashoutWire
  readonly size?: 'xs' | 'sm'
}) {
  const t = useTexts(waitingCashoutTexts)
  const { money } = useFormat()
  const { person } = useLogin()
  const mayDecide = useMay().atOperator('account-cashouts:decide')
  if (!mayDecide) return null
  const path = `/api/admin/accounts/${accountId}/cashouts/${cashout.id}`
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <CashoutDecision
        cashout={cashout}
        size={size}
        nameOf={(button) => t.decisionOf(button, money(cashout.amount))}
        about={
          <Text size="sm" fw={600}>
            {t.of} <AccountName id={accountId} />
          </Text>
        }
        decide={(decision) =>
          call('POST', `${path}/${decision}`, { body: { decidedBy: person.name } })
        }
      />
    </Group>
  )
}
