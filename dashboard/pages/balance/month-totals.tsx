import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { MerchantBook, StatementMonth } from '../../../contract/wallet.ts'
import { withMeta } from '../../api/client.ts'
import { Failure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Money } from '../../parts/values.tsx'
import { useEntryNames } from '../../text/entry-names.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { balanceTexts } from './balance-texts.ts'

/** From the balance before the month to the one after it: each kind of entry with its sum. */
export function MonthTotals({
  book,
  month,
  isOpen,
}: {
  readonly book: MerchantBook
  readonly month: string
  /** The month has not ended. */
  readonly isOpen: boolean
}) {
  const t = useTexts(balanceTexts)
  const names = useEntryNames()
  const { number } = useFormat()
  const { data, error, refetch } = useQuery({
    queryKey: ['balance', 'month', book, month],
    queryFn: ({ signal }) =>
      withMeta<{ readonly month?: StatementMonth }>('/api/user/wallet/statement', {
        query: { book, month, limit: 1 },
        signal,
      }),
  })
  if (error && !data) return <Failure error={error} retry={refetch} />
  if (!data?.month) return null
  const { opening, closing, kinds, counted } = data.month
  return (
    <>
      <Rows
        rows={[
          [t.opening, <Money key="opening" cents={opening} />],
          ...kinds.map(
            ({ type, effect, count, amount }) =>
              [
                t.kind(names.cause({ type, effect, id: '' }), number(count)),
                <Money key={`${type} ${effect}`} cents={amount} sign />,
              ] as const,
          ),
          [isOpen ? t.now : t.closing, <Money key="closing" cents={closing} />, 'total'],
        ]}
      />
      {counted.behind > 0 && (
        <Text size="xs" c="dimmed">
          {t.behind(number(counted.behind))}
        </Text>
      )}
    </>
  )
}
