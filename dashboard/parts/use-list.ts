import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { EventWire } from '../../contract/events.ts'
import { list, type Page, type Query } from '../api/client.ts'
import { useLiveEvents } from '../live/live-events.ts'
import { endOfReading, useReread } from '../live/use-reread.ts'

/** A list of the API, page after page. */
export interface ListQuery<Row> {
  readonly rows: readonly Row[]
  readonly isPending: boolean
  readonly error: Error | null
  readonly refetch: () => void
  readonly hasMore: boolean
  readonly showMore: () => void
  readonly isLoadingMore: boolean
  /**
   * Rows that appeared since the list was read. They are shown when the person wants them. Of a
   * list with filters only the next reading shows whether the filters find them.
   */
  readonly newRows: number | 'perhaps'
  readonly showNew: () => void
  /** Whether a row has changed in place a moment ago. */
  readonly isChanged: (key: string) => boolean
}

/** How a list follows the events of the account. */
export interface Live<Row> {
  /** The object of the events: `transaction`, `cashout`, `dispute`, … */
  readonly object: string
  readonly keyOf: (row: Row) => string
  /** The row that an event of another object changes. */
  readonly keyIn?: (event: EventWire) => string | undefined
  /** Reads one row again. */
  readonly read: (key: string) => Promise<Row>
}

/** The objects of events that are not in the list of this name. */
interface Unseen {
  readonly of: string
  readonly ids: ReadonlySet<string>
}

const nothingUnseen: Unseen = { of: '', ids: new Set() }

/** Reads a list with its filters. With `live`, rows change in place. */
export function useList<Row>(path: string, filters: Query, live?: Live<Row>): ListQuery<Row> {
  const client = useQueryClient()
  const queryKey = ['list', path, filters] as const
  const name = JSON.stringify(queryKey)
  // An event does not say whether filters find its object: such rows are not counted.
  const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== null)
  const [unseen, setUnseen] = useState(nothingUnseen)
  const shownUnseen = unseen.of === name ? unseen.ids : nothingUnseen.ids
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn({ pageParam, signal }) {
      // Every reading begins with the first page, which has the new rows.
      if (pageParam === null) setUnseen(nothingUnseen)
      return list<Row>(path, { query: { ...filters, cursor: pageParam }, signal })
    },
    getNextPageParam: (last) => last.nextCursor,
  })
  const rows = rowsOf(query.data)
  // A search may return an empty page before the pages with its rows.
  const isSearching = rows.length === 0 && query.hasNextPage
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query
  useEffect(() => {
    if (isSearching && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [isSearching, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const { marks, mark } = useMarks()
  const reads = useRef(new Map<string, number>())
  const reread = useReread([queryKey])

  useLiveEvents(async (event) => {
    if (!live) return
    const { type, objectId, payload } = event
    const isOwn = type.startsWith(`${live.object}.`)
    const key = isOwn ? objectId : live.keyIn?.(event)
    if (key === undefined) return
    const read = (reads.current.get(key) ?? 0) + 1
    reads.current.set(key, read)
    // What is being read may be older than the event, and would put the row of before back.
    await endOfReading(client, queryKey)
    if (reads.current.get(key) !== read) return
    const shown = rowsOf(client.getQueryData<InfiniteData<Page<Row>>>(queryKey))
    if (!shown.some((each) => live.keyOf(each) === key)) {
      if (!isOwn) return
      if (shown.length === 0 && !isFiltered) reread()
      else if (isNewerThan(shown[0], payload))
        setUnseen(({ of, ids }) => ({ of: name, ids: new Set(of === name ? ids : []).add(key) }))
      return
    }
    // A row that cannot be read stays as it is until its next event.
    const row = await live.read(key).catch(() => undefined)
    if (row === undefined || reads.current.get(key) !== read) return
    mark(key)
    client.setQueryData<InfiniteData<Page<Row>>>(queryKey, (data) =>
      data ? withRow(data, row, live.keyOf) : data,
    )
  })

  const newIds = [...shownUnseen].filter((id) => !rows.some((row) => live?.keyOf(row) === id))
  return {
    rows,
    isPending: query.isPending || (isSearching && !isFetchNextPageError),
    error: query.error,
    refetch: () => void query.refetch(),
    hasMore: query.hasNextPage,
    showMore: () => void query.fetchNextPage(),
    isLoadingMore: query.isFetchingNextPage,
    newRows: isFiltered && newIds.length > 0 ? 'perhaps' : newIds.length,
    showNew: () => void client.resetQueries({ queryKey }),
    isChanged: (key) => marks.current.has(key),
  }
}

const rowsOf = <Row>(data: InfiniteData<Page<Row>> | undefined): readonly Row[] =>
  data?.pages.flatMap((page) => page.rows) ?? []

/** Marks the rows that changed, each for a moment after its last change. */
function useMarks() {
  const marks = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const { current } = marks
    return () => {
      for (const timer of current.values()) clearTimeout(timer)
    }
  }, [])
  const mark = (key: string) => {
    clearTimeout(marks.current.get(key))
    marks.current.set(
      key,
      setTimeout(() => marks.current.delete(key), 2_000),
    )
  }
  return { marks, mark }
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
