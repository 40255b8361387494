import { Text } from '@mantine/core'
import type { CashoutWire } from '../../../contract/cashout.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { isWaiting } from './cashout-state.tsx'
import { cashoutTexts } from './cashouts-texts.ts'

/** Approve, deny and cancel, for whom may and while it is possible. */
export function CashoutActions({ cashout }: { readonly cashout: CashoutWire }) {
  const t = useTexts(cashoutTexts)
  const may = useMay()
  const { money } = useFormat()
  const { id, status, amount, totalAmount } = cashout
  const mayDecide = isWaiting(cashout) && may.atAccount('approvals:decide')
  const receiver = cashout.beneficiaryName
    ? `${cashout.beneficiaryName} (${cashout.pixKey})`
    : cashout.pixKey
  return (
    <>
      {mayDecide && (
        <ConfirmButton
          button={t.approve}
          variant="filled"
          title={t.approveTitle}
          confirm={t.approveConfirm(money(amount))}
          done={t.approved}
          run={() => call('POST', `/api/user/cashout/${id}/approve`, { body: {} })}
        >
          <Text size="sm">{t.approveText(money(amount), receiver)}</Text>
        </ConfirmButton>
      )}
      {mayDecide && (
        <ConfirmButton
          button={t.deny}
          title={t.denyTitle}
          confirm={t.deny}
          done={t.denied}
          isDangerous
          run={() => call('POST', `/api/user/cashout/${id}/deny`, { body: {} })}
        >
          <Text size="sm">{t.denyText(money(totalAmount))}</Text>
        </ConfirmButton>
      )}
      {status === 'PENDING' && may.atAccount('cashouts:cancel') && (
        <ConfirmButton
          button={t.cancel}
          title={t.cancel}
          confirm={t.cancel}
          done={t.canceled}
          isDangerous
          run={() => call('POST', `/api/user/cashout/${id}/cancel`, { body: {} })}
        >
          <Text size="sm">{t.denyText(money(totalAmount))}</Text>
        </ConfirmButton>
      )}
    </>
  )
}
