import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AccountWire } from '../../../contract/account.ts'
import type { Balance } from '../../../contract/balance.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { EntryTable } from '../../parts/entry-table.tsx'
import { Failure } from '../../parts/failure.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { Money } from '../../parts/values.tsx'
import { bookNames, merchantBooks } from '../../text/entry-names.ts'
import { useTexts } from '../../text/text.ts'
import { accountTexts } from './accounts-texts.ts'

/** What an account has, and the entries that made it so. */
export function AccountBalance({ account: { id } }: { readonly account: AccountWire }) {
  const t = useTexts(accountTexts)
  const names = useTexts(bookNames)
  const path = `/api/admin/accounts/${id}/wallet/balance`
  const { data, error, refetch } = useQuery({
    queryKey: ['operator-balance', id],
    queryFn: ({ signal }) => call<Balance>('GET', path, { signal }),
  })
  if (error && !data) return <Failure error={error} retry={refetch} />
  if (!data) return <RowsSkeleton />
  return (
    <Stack gap="lg">
      <Card title={t.balance}>
        <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} m={0}>
          {merchantBooks.map((book) => (
            <div key={book}>
              <Text component="dt" size="xs" c="dimmed" fw={500}>
                {names[book]}
              </Text>
              <Text component="dd" size="lg" fw={600} m={0}>
                <Money cents={data[book]} />
              </Text>
            </div>
          ))}
        </SimpleGrid>
      </Card>
      <Card flush>
        <EntryTable path={`/api/admin/accounts/${id}/wallet/entries`} query={{}} />
      </Card>
    </Stack>
  )
}
