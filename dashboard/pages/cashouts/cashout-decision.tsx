import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CashoutWire } from '../../../contract/cashout.ts'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { isWaiting } from './cashout-state.tsx'
import { cashoutTexts } from './cashouts-texts.ts'
import { UnverifiedKey } from './unverified-key.tsx'

/** Approve or deny a cashout that waits. Nothing while it does not wait. */
export function CashoutDecision({
  cashout,
  decide,
  about,
  size = 'sm',
  nameOf = (button) => button,
}: {
  readonly cashout: CashoutWire
  readonly decide: (decision: 'approve' | 'deny') => Promise<unknown>
  /** What the person reads beside the amount and the receiver. */
  readonly about?: ReactNode
  readonly size?: 'xs' | 'sm'
  /** The name of a button for a screen reader. */
  readonly nameOf?: (button: string) => string
}) {
  const t = useTexts(cashoutTexts)
  const { money } = useFormat()
  const { amount, totalAmount, beneficiaryName, pixKey } = cashout
  if (!isWaiting(cashout)) return null
  const receiver = beneficiaryName ? `${beneficiaryName} (${pixKey})` : pixKey
  return (
    <>
      <ConfirmButton
        button={t.approve}
        label={nameOf(t.approve)}
        variant="filled"
        size={size}
        title={t.approveTitle}
        confirm={t.approveConfirm(money(amount))}
        done={t.approved}
        run={() => decide('approve')}
      >
        {about}
        <Text size="sm">{t.approveText(money(amount), receiver)}</Text>
        <UnverifiedKey isKeyVerified={cashout.isKeyVerified} />
      </ConfirmButton>
      <ConfirmButton
        button={t.deny}
        label={nameOf(t.deny)}
        size={size}
        title={t.denyTitle}
        confirm={t.deny}
        done={t.denied}
        isDangerous
        run={() => decide('deny')}
      >
        {about}
        <Text size="sm">{t.denyText(money(totalAmount))}</Text>
      </ConfirmButton>
    </>
  )
}
