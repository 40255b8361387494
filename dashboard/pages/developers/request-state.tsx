import { State } from '../../parts/values.tsx'

/** The status of a response. */
export function RequestState({ status }: { readonly status: number }) {
  const tone = status < 400 ? 'good' : status < 500 ? 'attention' : 'bad'
  return <State tone={tone}>{String(status)}</State>
}
