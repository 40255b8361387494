import { Select, type SelectProps } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountWire } from '../../contract/account.ts'
import { list } from '../api/client.ts'
import { useTexts } from '../text/text.ts'
import { Filter } from './filter.tsx'
import { partTexts } from './part-texts.ts'

/** The newest accounts. An older one is chosen by its id. */
const accountsQuery = queryOptions({
  queryKey: ['account-choice'],
  staleTime: 60_000,
  queryFn: async ({ signal }) =>
    (await list<AccountWire>('/api/admin/accounts', { query: { limit: 100 }, signal })).rows,
})

/** A field that chooses an account by its name, or by its id. */
export function AccountChoice({
  value,
  onChange,
  ...rest
}: Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  readonly value?: string | null
  readonly onChange?: (accountId: string | null) => void
}) {
  const t = useTexts(partTexts)
  const { data: accounts = [] } = useQuery(accountsQuery)
  const [search, setSearch] = useState('')
  const known = accounts.map(({ id, name }) => ({ value: id, label: name }))
  const others = [search.trim().toLowerCase(), value ?? '']
    .filter((id) => isId(id) && !known.some((each) => each.value === id))
    .map((id) => ({ value: id, label: id }))
  return (
    <Select
      label={t.account}
      placeholder={t.accountHint}
      searchable
      clearable
      limit={50}
      nothingFoundMessage={t.noAccount}
      {...rest}
      data={[...known, ...new Map(others.map((each) => [each.value, each])).values()]}
      value={value ?? null}
      onChange={(id) => onChange?.(id)}
      onSearchChange={setSearch}
    />
  )
}

/** A list of all accounts, or of one. */
export function AccountFilter({
  value = '',
  onChange,
}: {
  readonly value: string | undefined
  readonly onChange: (accountId: string | null) => void
}) {
  const t = useTexts(partTexts)
  const { data: accounts = [] } = useQuery(accountsQuery)
  const name = accounts.find(({ id }) => id === value)?.name ?? value
  return (
    <Filter name={t.account} value={name} onClear={() => onChange(null)}>
      {(close) => (
        <AccountChoice
          value={value}
          w={280}
          comboboxProps={{ withinPortal: false }}
          onChange={(id) => {
            onChange(id)
            close()
          }}
        />
      )}
    </Filter>
  )
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
