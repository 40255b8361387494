import type { DomainWire } from '../../../contract/device-pay.ts'
import { State } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { domainStatusNames } from './device-pay-texts.ts'

export function DomainState({
  domain: { status, lastError },
}: {
  readonly domain: Pick<DomainWire, 'status' | 'lastError'>
}) {
  const names = useTexts(domainStatusNames)
  const waiting = lastError === null ? 'waiting' : 'attention'
  return <State tone={status === 'VERIFIED' ? 'good' : waiting}>{names[status]}</State>
}
