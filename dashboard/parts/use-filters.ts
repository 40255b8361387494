import { useNavigate, useSearch } from '@tanstack/react-router'

/** The filters of a page, kept in its address. */
export interface Filters<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>
  readonly isAny: boolean
  /** An empty value removes the filter. */
  set(changes: Readonly<Partial<Record<Name, string | null>>>): void
  clear(): void
}

export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const search: Readonly<Record<string, string>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const values = pick(search, names)
  const show = (next: Readonly<Record<string, string>>) =>
    void navigate({ to: '.', search: next, replace: true })
  return {
    values,
    isAny: Object.keys(values).length > 0,
    set: (changes) => show(withoutEmpty({ ...search, ...changes })),
    clear: () => show({}),
  }
}

const pick = <Name extends string>(
  search: Readonly<Record<string, string>>,
  names: readonly Name[],
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    names.flatMap((name) => (search[name] ? [[name, search[name]]] : [])),
  ) as Partial<Record<Name, string>>

const withoutEmpty = (values: Readonly<Record<string, string | null | undefined>>) =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
