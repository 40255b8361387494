import { Button, Text } from '@mantine/core'
import type { CashoutReceiverWire } from '../../../contract/cashout.ts'
import { call } from '../../api/client.ts'
import { Failure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/rows.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { cashoutTexts } from './cashouts-texts.ts'

/** The owner of a key, by a click: the directory permits few queries without a payment. */
export function KeyOwner({
  pixKey,
  receiver,
  onFound,
}: {
  readonly pixKey: string
  readonly receiver: CashoutReceiverWire | undefined
  readonly onFound: (receiver: CashoutReceiverWire) => void
}) {
  const t = useTexts(cashoutTexts)
  const change = useChange(
    () => call<CashoutReceiverWire>('POST', '/api/user/cashout/receiver', { body: { pixKey } }),
    { onDone: onFound },
  )
  if (receiver?.query === 'found')
    return (
      <Rows
        rows={[
          [t.keyOwner, receiver.name],
          [t.document, receiver.document],
        ]}
      />
    )
  if (receiver)
    return (
      <Text size="sm" c={receiver.query === 'not-found' ? 'red' : 'dimmed'}>
        {receiver.query === 'not-found' ? t.noSuchKey : t.noCheck}
      </Text>
    )
  return (
    <>
      <Button
        variant="light"
        style={{ alignSelf: 'flex-start' }}
        loading={change.isPending}
        onClick={() => change.mutate(undefined)}
      >
        {t.showReceiver}
      </Button>
      {change.error && <Failure error={change.error} />}
    </>
  )
}
