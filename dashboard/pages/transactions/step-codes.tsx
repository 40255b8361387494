import { Text } from '@mantine/core'
import type { TimelineStep } from '../../../contract/transaction.ts'
import { useTexts } from '../../text/text.ts'
import { transactionTexts } from './transactions-texts.ts'

/** What the provider returned in a step, to compare with the list of the provider. */
export function StepCodes({ codes }: { readonly codes: TimelineStep['provider'] }) {
  const t = useTexts(transactionTexts)
  const names = {
    returnCode: t.returnCode,
    tid: 'TID',
    nsu: 'NSU',
    authorizationCode: t.authorization,
    endToEndId: 'EndToEndId',
    returnId: t.returnId,
  } as const
  const shown = (Object.keys(names) as (keyof typeof names)[]).filter(
    (name) => codes[name] !== null,
  )
  return shown.map((name) => (
    <Text key={name} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {names[name]} <span className="code">{codes[name]}</span>
    </Text>
  ))
}
