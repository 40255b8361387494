import type { TransactionStatus } from '../../contract/fields.ts'
import { transactionStatusNames } from '../../contract/status-names.ts'
import { useTexts } from '../text/text.ts'
import { State, type Tone } from './values.tsx'

const tones: Readonly<Record<TransactionStatus, Tone>> = {
  WAITING_PAYMENT: 'waiting',
  AUTHORIZED: 'waiting',
  PAID: 'good',
  REFUSED: 'bad',
  CANCELED: 'neutral',
  REFUNDED: 'neutral',
  IN_PROTEST: 'attention',
  CHARGEDBACK: 'bad',
}

export function TransactionState({ status }: { readonly status: TransactionStatus }) {
  const names = useTexts(transactionStatusNames)
  return <State tone={tones[status]}>{names[status]}</State>
}
