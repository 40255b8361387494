import type { FileStatus } from '../../../contract/reconciliation.ts'
import { State, type Tone } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { fileStatusNames } from './reconciliation-texts.ts'

const tones: Readonly<Record<FileStatus, Tone>> = {
  READING: 'waiting',
  READ: 'good',
  BROKEN: 'bad',
  REJECTED: 'bad',
  DOUBLED: 'attention',
}

export function FileState({ status }: { readonly status: FileStatus }) {
  const names = useTexts(fileStatusNames)
  return <State tone={tones[status]}>{names[status]}</State>
}
