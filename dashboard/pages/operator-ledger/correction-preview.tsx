import { Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Balance } from '../../../contract/balance.ts'
import type { CorrectionWire } from '../../../contract/ledger.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useLogin } from '../../api/login.ts'
import { AccountName } from '../../parts/account-name.tsx'
import { DialogActions } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Rows } from '../../parts/rows.tsx'
import { useGuardedChange, WaitsForSecondPerson } from '../../parts/second-person.tsx'
import { Money, Nothing } from '../../parts/values.tsx'
import { useEntryNames } from '../../text/entry-names.ts'
import { useTexts } from '../../text/text.ts'
import { ledgerTexts } from './ledger-texts.ts'

/** A correction that a person has filled in. */
export interface Correction {
  readonly accountId: string
  readonly debitBook: string
  readonly creditBook: string
  readonly amount: number
  readonly reason: string
}

/** The effect of a correction on the balance of its account, and the button that sends it. */
export function CorrectionPreview({
  correction,
  onBack,
  onRefused,
  onClose,
}: {
  readonly correction: Correction
  readonly onBack: () => void
  /** The messages by field, when the gateway refuses fields of the form. */
  readonly onRefused: (errors: Readonly<Record<string, string>>) => void
  readonly onClose: () => void
}) {
  const t = useTexts(ledgerTexts)
  const names = useEntryNames()
  const { person } = useLogin()
  const post = useGuardedChange<void, CorrectionWire>(
    () =>
      call('POST', '/api/admin/ledger/corrections', {
        body: { ...correction, correctedBy: person.name },
      }),
    { done: t.posted, onDone: onClose },
  )
  if (post.waiting) return <WaitsForSecondPerson onClose={onClose} />
  const { accountId, debitBook, creditBook, amount, reason } = correction
  return (
    <Stack>
      <Rows
        rows={[
          [t.account, <AccountName key="account" id={accountId} />],
          [t.debitBook, names.book(debitBook)],
          [t.creditBook, names.book(creditBook)],
          [t.reason, reason],
          [t.amount, <Money key="amount" cents={amount} />, 'total'],
        ]}
      />
      <Effect correction={correction} />
      <Text size="sm" c="dimmed">
        {t.neverUndone}
      </Text>
      <DialogActions
        confirm={t.post}
        isPending={post.isPending}
        error={post.error}
        onCancel={onBack}
        onConfirm={() =>
          post.mutate(undefined, {
            onError(error) {
              if (error instanceof ApiError && Object.keys(error.byField).length > 0)
                onRefused(error.byField)
            },
          })
        }
      />
    </Stack>
  )
}

const merchantBooks = ['available', 'pending', 'blocked', 'debt'] as const

/** The balance of the account as it is, and as it will be. */
function Effect({ correction }: { readonly correction: Correction }) {
  const t = useTexts(ledgerTexts)
  const names = useEntryNames()
  const { accountId, debitBook, creditBook, amount } = correction
  const { data, error, refetch } = useQuery({
    queryKey: ['balance-of', accountId],
    queryFn: ({ signal }) =>
      call<Balance>('GET', `/api/admin/accounts/${accountId}/wallet/balance`, { signal }),
  })
  const changed = merchantBooks.filter((book) => book === debitBook || book === creditBook)
  if (changed.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t.noEffectOnBalance}
      </Text>
    )
  if (error && !data) return <Failure error={error} retry={refetch} />
  return (
    <Table withTableBorder aria-label={t.effect}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.balanceOfAccount}</Table.Th>
          <Table.Th ta="right">{t.before}</Table.Th>
          <Table.Th ta="right">{t.after}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changed.map((book) => (
          <Table.Tr key={book}>
            <Table.Th>{names.book(book)}</Table.Th>
            <Table.Td ta="right">{data ? <Money cents={data[book]} /> : <Nothing />}</Table.Td>
            <Table.Td ta="right" fw={600}>
              {data ? (
                <Money cents={data[book] + changeOf(book, book === creditBook, amount)} />
              ) : (
                <Nothing />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** A credit makes a balance larger, and a debt smaller. */
const changeOf = (book: string, isCredited: boolean, amount: number): number =>
  isCredited === (book !== 'debt') ? amount : -amount
