import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AccountWire } from '../../contract/account.ts'
import { call } from '../api/client.ts'
import { useTexts } from '../text/text.ts'
import { partTexts } from './part-texts.ts'

const accountQuery = (id: string) =>
  queryOptions({
    queryKey: ['account-name', id],
    staleTime: 300_000,
    queryFn: async ({ signal }) =>
      (await call<AccountWire>('GET', `/api/admin/accounts/${id}`, { signal })).name,
  })

/** The name of an account, for a person of the operator. Null: the operator itself. */
export function AccountName({ id }: { readonly id: string | null }) {
  const t = useTexts(partTexts)
  return id === null ? t.operator : <NameOf id={id} />
}

function NameOf({ id }: { readonly id: string }) {
  const { data } = useQuery(accountQuery(id))
  return <span title={id}>{data ?? `${id.slice(0, 8)}…`}</span>
}
