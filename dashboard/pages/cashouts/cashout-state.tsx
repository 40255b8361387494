import type { CashoutStatus, CashoutWire } from '../../../contract/cashout.ts'
import { cashoutStatusNames } from '../../../contract/status-names.ts'
import { State, type Tone } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { cashoutTexts } from './cashouts-texts.ts'

const tones: Readonly<Record<CashoutStatus, Tone>> = {
  PENDING: 'waiting',
  PROCESSING: 'waiting',
  COMPLETED: 'good',
  FAILED: 'bad',
  CANCELED: 'neutral',
  REFUNDED: 'attention',
}

/** The status; a cashout that waits for a person says so. */
export function CashoutState({ cashout }: { readonly cashout: CashoutWire }) {
  const t = useTexts(cashoutTexts)
  const names = useTexts(cashoutStatusNames)
  if (isWaiting(cashout)) return <State tone="attention">{t.waits}</State>
  return <State tone={tones[cashout.status]}>{names[cashout.status]}</State>
}

export const isWaiting = ({ status, approval }: CashoutWire): boolean =>
  status === 'PENDING' && approval?.state === 'waiting'
