import type { DeliveryState } from '../../../contract/webhook-delivery.ts'
import type { WebhookEndpointWire } from '../../../contract/webhook-endpoint.ts'
import { State, type Tone } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { deliveryStateNames, endpointStatusNames, webhookTexts } from './webhooks-texts.ts'

const tones: Readonly<Record<DeliveryState, Tone>> = {
  waiting: 'waiting',
  held: 'neutral',
  delivered: 'good',
  exhausted: 'bad',
  stopped: 'bad',
}

export function DeliveryBadge({ state }: { readonly state: DeliveryState }) {
  const names = useTexts(deliveryStateNames)
  return <State tone={tones[state]}>{names[state]}</State>
}

/** A failing endpoint says so before it says that it is active. */
export function EndpointBadge({
  endpoint: { status, failingSince },
}: {
  readonly endpoint: Pick<WebhookEndpointWire, 'status' | 'failingSince'>
}) {
  const t = useTexts(webhookTexts)
  const names = useTexts(endpointStatusNames)
  if (status === 'active' && failingSince !== null) return <State tone="bad">{t.failing}</State>
  return <State tone={status === 'active' ? 'good' : 'neutral'}>{names[status]}</State>
}
