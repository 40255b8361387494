import type { DisputeStatus } from '../../../contract/dispute.ts'
import { State, type Tone } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { disputeStatusNames } from './disputes-texts.ts'

const tones: Readonly<Record<DisputeStatus, Tone>> = {
  NEEDS_RESPONSE: 'attention',
  UNDER_REVIEW: 'waiting',
  WON: 'good',
  LOST: 'bad',
}

export function DisputeState({ status }: { readonly status: DisputeStatus }) {
  const names = useTexts(disputeStatusNames)
  return <State tone={tones[status]}>{names[status]}</State>
}
