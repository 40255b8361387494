import { Select } from '@mantine/core'
import type { KeyWire } from '../../../contract/account.ts'
import { requestMethods } from '../../../contract/request-log.ts'
import { useMay } from '../../api/login.ts'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { Filter } from '../../parts/filter.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { PeriodFilter } from '../../parts/period-filter.tsx'
import type { Filters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { useTexts } from '../../text/text.ts'
import { actorNames, requestTexts, resultNames } from './request-texts.ts'

export const requestFilterNames = [
  'status',
  'method',
  'actorKind',
  'keyId',
  'path',
  'errorCode',
  'requestId',
  'start_date',
  'end_date',
] as const
type Name = (typeof requestFilterNames)[number]

const methodNames = Object.fromEntries(requestMethods.map((each) => [each, each]))

export function RequestFilters({
  filters: { values, set, clear },
  isAny,
}: {
  readonly filters: Filters<Name | 'request'>
  readonly isAny: boolean
}) {
  const t = useTexts(requestTexts)
  const mayReadKeys = useMay().atAccount('keys:read')
  return (
    <FilterBar
      search={{
        value: values.requestId ?? values.path ?? values.errorCode,
        placeholder: t.searchHint,
        onChange: (text) =>
          set({ requestId: null, path: null, errorCode: null, ...filterOf(text) }),
      }}
      onClear={isAny ? clear : undefined}
    >
      <ChoiceFilter
        name={t.result}
        names={useTexts(resultNames)}
        value={values.status}
        onChange={(status) => set({ status })}
      />
      <ChoiceFilter
        name={t.method}
        names={methodNames}
        value={values.method}
        onChange={(method) => set({ method })}
      />
      <ChoiceFilter
        name={t.actor}
        names={useTexts(actorNames)}
        value={values.actorKind}
        onChange={(actorKind) => set({ actorKind })}
      />
      {(mayReadKeys || values.keyId !== undefined) && (
        <KeyFilter value={values.keyId} onChange={(keyId) => set({ keyId })} />
      )}
      <PeriodFilter from={values.start_date} until={values.end_date} onChange={set} />
    </FilterBar>
  )
}

/** What a person pastes: the id of a request, a path, or a code. */
function filterOf(text: string): Partial<Record<Name, string>> {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return { requestId: text }
  return text.startsWith('/') ? { path: text } : { errorCode: text }
}

function KeyFilter({
  value = '',
  onChange,
}: {
  readonly value: string | undefined
  readonly onChange: (keyId: string | null) => void
}) {
  const t = useTexts(requestTexts)
  const { rows: keys } = useList<KeyWire>('/api/user/keys', {})
  const name = keys.find(({ id }) => id === value)?.name ?? value
  return (
    <Filter name={t.key} value={name} onClear={() => onChange(null)}>
      {(close) => (
        <Select
          label={t.key}
          w={280}
          data={keys.map(({ id, name: label, hint }) => ({ value: id, label: `${label} ${hint}` }))}
          value={value || null}
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
