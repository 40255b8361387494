import type { CaseStatus } from '../../../contract/reconciliation.ts'
import { State } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { caseStatusNames } from './reconciliation-texts.ts'

export function CaseState({ status }: { readonly status: CaseStatus }) {
  const names = useTexts(caseStatusNames)
  return <State tone={status === 'OPEN' ? 'attention' : 'good'}>{names[status]}</State>
}
