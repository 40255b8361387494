import type { UseQueryResult } from '@tanstack/react-query'
import type { ListQuery } from './use-list.ts'

/** Rows that a route returns at once, without pages. */
export const wholeList = <Row>(
  { isPending, error, refetch }: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>,
  rows: readonly Row[] = [],
): ListQuery<Row> => ({
  rows,
  isPending,
  error,
  refetch: () => void refetch(),
  hasMore: false,
  showMore() {},
  isLoadingMore: false,
  newRows: 0,
  showNew() {},
  isChanged: () => false,
})
