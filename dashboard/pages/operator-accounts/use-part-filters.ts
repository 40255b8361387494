import { type Filters, useFilters } from '../../parts/use-filters.ts'

/** The filters of one part of the page of an account. Clearing them stays on the part. */
export function usePartFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const filters = useFilters(names)
  const none = Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>
  return { ...filters, clear: () => filters.set(none) }
}
