import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { list, type Page, type Query } from '../api/client.ts'
import { useLiveEvents } from '../live/live-events.ts'

/** A list of the API, page after page. */
export interface ListQuery<Row> {
  readonly rows: readonly Row[]
  readonly isPending: boolean
  readonly error: Error | null
  readonly refetch: () => void
  readonly hasMore: boolean
  readonly showMore: () => void
  readonly isLoadingMore: boolean
  /** Rows that appeared since the list was read. They are shown when the person wants them. */
  readonly newRows: number
  readonly showNew: () => void
  /** Whether a row has changed in place a moment ago. */
  readonly isChanged: (key: string) => boolean
}

/** How a list follows the events of the account. */
export interface Live<Row> {
  /** The object of the events: `transaction`, `cashout`, `dispute`, … */
  readonly object: string
  readonly keyOf: (row: Row) => string
  /** Reads one row again. */
  readonly read: (key: string) => Promise<Row>
}

/** Reads a list with its filters. With `live`, rows change in place. */
export function useList<Row>(path: string, filters: Query, live?: Live<Row>): ListQuery<Row> {
  const client = useQueryClient()
  const queryKey = ['list', path, filters] as const
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      list<Row>(path, { query: { ...filters, cursor: pageParam }, signal }),
    getNextPageParam: (last) => last.nextCursor,
  })
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  // A search may return an empty page before the pages with its rows.
  const isSearching = rows.length === 0 && query.hasNextPage
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query
  useEffect(() => {
    if (isSearching && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [isSearching, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set())
  const changed = useRef(new Set<string>())

  useLiveEvents(async ({ type, objectId, payload }) => {
    if (!live || !type.startsWith(`${live.object}.`)) return
    if (!rows.some((row) => live.keyOf(row) === objectId)) {
      if (isNewerThan(rows[0], payload)) setUnseen((before) => new Set(before).add(objectId))
      return
    }
    const row = await live.read(objectId)
    changed.current.add(objectId)
    setTimeout(() => changed.current.delete(objectId), 2_000)
    client.setQueryData<InfiniteData<Page<Row>>>(queryKey, (data) =>
      data ? withRow(data, row, live.keyOf) : data,
    )
  })

  return {
    rows,
    isPending: query.isPending || (isSearching && !isFetchNextPageError),
    error: query.error,
    refetch: () => void query.refetch(),
    hasMore: query.hasNextPage,
    showMore: () => void query.fetchNextPage(),
    isLoadingMore: query.isFetchingNextPage,
    newRows: unseen.size,
    showNew() {
      setUnseen(new Set())
      void client.resetQueries({ queryKey })
    },
    isChanged: (key) => changed.current.has(key),
  }
}

/** Whether the object of an event was made after the first row: then a list begins with it. */
function isNewerThan(first: unknown, payload: unknown): boolean {
  const { data } = payload as { readonly data?: unknown }
  return first === undefined || madeAt(data) > madeAt(first)
}

const madeAt = (object: unknown): string => {
  const { createdAt, openedAt } = (object ?? {}) as Readonly<Record<string, string | undefined>>
  return createdAt ?? openedAt ?? ''
}

/** The same pages, with one row replaced. */
const withRow = <Row>(
  data: InfiniteData<Page<Row>>,
  row: Row,
  keyOf: (row: Row) => string,
): InfiniteData<Page<Row>> => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    rows: page.rows.map((each) => (keyOf(each) === keyOf(row) ? row : each)),
  })),
})
