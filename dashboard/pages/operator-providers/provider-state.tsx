import type { ListedProviderWire } from '../../../contract/provider.ts'
import { State, type Tone } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { providerStateNames, railNames } from './providers-texts.ts'

type HealthState = ListedProviderWire['health']['state']

const tones: Readonly<Record<HealthState, Tone>> = {
  healthy: 'good',
  degraded: 'attention',
  silent: 'bad',
  idle: 'neutral',
}

export function ProviderState({ state }: { readonly state: HealthState }) {
  const names = useTexts(providerStateNames)
  return <State tone={tones[state]}>{names[state]}</State>
}

/** What a provider is for. One of a newer gateway is shown as it is. */
export function useRailName(): (rail: string | null) => string {
  const names: Readonly<Record<string, string>> = useTexts(railNames)
  return (rail) => (rail === null ? '' : (names[rail] ?? rail))
}
