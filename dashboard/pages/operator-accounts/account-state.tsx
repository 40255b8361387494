import type { AccountWire } from '../../../contract/account.ts'
import { State } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { accountStatusNames } from './accounts-texts.ts'

export function AccountState({ status }: Pick<AccountWire, 'status'>) {
  const names = useTexts(accountStatusNames)
  return <State tone={status === 'active' ? 'good' : 'bad'}>{names[status]}</State>
}
