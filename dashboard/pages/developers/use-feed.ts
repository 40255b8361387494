import { useInfiniteQuery } from '@tanstack/react-query'
import type { EventWire, FeedPlace } from '../../../contract/events.ts'
import { ApiError } from '../../api/api-error.ts'
import { callWhole } from '../../api/client.ts'
import { useRereadOnEvents } from '../../live/use-reread.ts'

interface Window {
  /** The newest first. */
  readonly events: readonly EventWire[]
  /** The position before the first of the window. */
  readonly from: number
  readonly last: number
}

/** How many positions of the feed one request covers. */
const windowSize = 100

/** The events of the account, the newest first. The feed itself is read forwards, by position. */
export function useFeed(types: string | undefined) {
  const queryKey = ['feed', types]
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => readWindow(pageParam, types, signal),
    getNextPageParam: ({ from }) => (from > 0 ? from : null),
  })
  useRereadOnEvents([queryKey], ({ type }) => selects(types, type))
  const windows = query.data?.pages ?? []
  return {
    ...query,
    events: windows.flatMap(({ events }) => events),
    last: windows[0]?.last ?? 0,
    from: windows.at(-1)?.from ?? 0,
  }
}

async function readWindow(
  before: number | null,
  types: string | undefined,
  signal: AbortSignal,
): Promise<Window> {
  const end = before ?? (await read({ after: 'now', limit: 1 }, signal)).feed.last
  const from = Math.max(0, end - windowSize)
  const window = { limit: windowSize, types }
  try {
    const { data, feed } = await read({ after: from, ...window }, signal)
    return { events: newestFirst(data, end), from, last: feed.last }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'events-expired') throw error
    // The window begins before the oldest event that is kept: this is the last one.
    const { data, feed } = await read({ after: 'oldest', ...window }, signal)
    return { events: newestFirst(data, end), from: 0, last: feed.last }
  }
}

const newestFirst = (events: readonly EventWire[], end: number): readonly EventWire[] =>
  events.filter(({ position }) => position <= end).toReversed()

const read = (
  query: {
    readonly after: number | 'now' | 'oldest'
    readonly limit: number
    readonly types?: string | undefined
  },
  signal: AbortSignal,
) =>
  callWhole<readonly EventWire[], { readonly feed: FeedPlace }>('GET', '/api/user/events', {
    query,
    signal,
  })

/** Whether a filter such as `transaction.*,cashout.*` selects a type. */
const selects = (types: string | undefined, type: string): boolean =>
  types === undefined || types.split(',').some((each) => type.startsWith(each.replace(/\*$/, '')))
