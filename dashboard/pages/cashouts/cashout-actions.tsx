import { Text } from '@mantine/core'
import type { CashoutWire } from '../../../contract/cashout.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { CashoutDecision } from './cashout-decision.tsx'
import { cashoutTexts } from './cashouts-texts.ts'

/** Approve, deny and cancel, for whom may and while it is possible. */
export function CashoutActions({ cashout }: { readonly cashout: CashoutWire }) {
  const t = useTexts(cashoutTexts)
  const may = useMay()
  const { money } = useFormat()
  const { id, status, totalAmount } = cashout
  const path = `/api/user/cashout/${id}`
  return (
    <>
      {may.atAccount('approvals:decide') && (
        <CashoutDecision
          cashout={cashout}
          decide={(decision) => call('POST', `${path}/${decision}`, { body: {} })}
        />
      )}
      {status === 'PENDING' && may.atAccount('cashouts:cancel') && (
        <ConfirmButton
          button={t.cancel}
          title={t.cancel}
          confirm={t.cancel}
          done={t.canceled}
          isDangerous
          run={() => call('POST', `${path}/cancel`, { body: {} })}
        >
          <Text size="sm">{t.denyText(money(totalAmount))}</Text>
        </ConfirmButton>
      )}
    </>
  )
}
