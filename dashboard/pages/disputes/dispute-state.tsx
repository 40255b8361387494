import type { DisputeWire } from '../../../contract/dispute.ts'
import { now } from '../../api/clock.ts'
import { State, type Tone } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { shownStateNames } from './disputes-texts.ts'
import { type ShownState, shownState } from './shown-state.ts'

const tones: Readonly<Record<ShownState, Tone>> = {
  NEEDS_RESPONSE: 'attention',
  ANSWERED: 'waiting',
  LATE: 'waiting',
  UNDER_REVIEW: 'waiting',
  WON: 'good',
  LOST: 'bad',
}

export function DisputeState({ dispute }: { readonly dispute: DisputeWire }) {
  const names = useTexts(shownStateNames)
  const state = shownState(dispute, now())
  return <State tone={tones[state]}>{names[state]}</State>
}
