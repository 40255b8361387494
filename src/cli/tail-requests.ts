import { setTimeout as wait } from 'node:timers/promises'
import { type LoggedRequestWire, requestLogDays } from '../../contract/request-log.ts'
import { dayMs } from '../primitives/durations.ts'
import { type RequestSource, SilentGateway } from './request-source.ts'

/** How far the log was shown. */
export interface TailPlace {
  /** When the last shown request began. */
  readonly atMs: number
  /** The same of the readings that went far back. */
  readonly longAtMs: number
  /** The ids of the requests that were shown since a little before. A late one is none of them. */
  readonly seen: readonly string[]
}

interface Tail {
  readonly source: Pick<RequestSource, 'read'>
  readonly filters: Readonly<Record<string, string>>
  /** `now`, `oldest`, an instant in milliseconds, or the place of the last run. */
  readonly from: 'now' | 'oldest' | number | TailPlace
  shown(request: LoggedRequestWire): void
  /** Called after each reading, and at the end. */
  keep(place: TailPlace): Promise<void>
  warn(text: string): void
  readonly everyMs?: number
  readonly signal: AbortSignal
}

/**
 * Shows the requests of an account, the oldest first, until `signal` fires. A request is in the log
 * when it has ended, under the instant when it began. So each reading goes back a little. Every
 * fifteenth one goes back as far as the longest request before the end of the last such reading, so
 * that it finds all that ended since. So does the first one after the gateway was silent.
 */
export async function tailRequests(tail: Tail): Promise<void> {
  const { signal, everyMs = 2_000 } = tail
  let reading: Reading | undefined
  let failures = 0
  for (let turn = 0; !signal.aborted; ) {
    try {
      reading ??= await beginReading(tail)
      await readOn(tail, reading, { isLong: turn % 15 === 0 })
      await tail.keep(placeOf(reading))
      turn += 1
      failures = 0
    } catch (cause) {
      if (signal.aborted) break
      if (!(cause instanceof SilentGateway)) throw cause
      failures += 1
      turn = 0
      if (failures === 1)
        tail.warn(
          'o gateway não responde: novas tentativas até responder, com esperas de 0,2 s a 5 s',
        )
    }
    await pause(failures > 0 ? Math.min(5_000, 100 * 2 ** failures) : everyMs, signal)
  }
  if (reading) await tail.keep(placeOf(reading))
}

interface Reading {
  /** As in `TailPlace`. */
  atMs: number
  longAtMs: number
  /** Older requests are not shown. */
  readonly floorMs: number
  /** The instant of each request that may be read again, in the order in which it was shown. */
  readonly seen: Map<string, number>
}

async function beginReading({ source, filters, from }: Tail): Promise<Reading> {
  if (typeof from === 'object') {
    const { atMs, longAtMs } = from
    return { atMs, longAtMs, floorMs: 0, seen: new Map(from.seen.map((id) => [id, atMs])) }
  }
  const newestMs = await newestIn(source)
  const beginsAtMs =
    from === 'oldest' ? newestMs - requestLogDays * dayMs : from === 'now' ? newestMs : from
  const reading = {
    ...{ atMs: beginsAtMs, longAtMs: beginsAtMs, floorMs: beginsAtMs },
    seen: new Map<string, number>(),
  }
  if (from !== 'now') return reading
  // What is there is passed over, and what ends later is shown, whenever it began.
  const range = { fromMs: Math.max(0, newestMs - longBackMs), toMs: newestMs }
  await readRange(source, filters, range, ({ id, at }) => reading.seen.set(id, Date.parse(at)))
  return { ...reading, floorMs: 0 }
}

async function readOn(
  { source, filters, shown }: Tail,
  reading: Reading,
  { isLong }: { readonly isLong: boolean },
): Promise<void> {
  const newestMs = Math.max(reading.atMs, await newestIn(source))
  const backMs = isLong ? reading.longAtMs - longBackMs : reading.atMs - shortBackMs
  const range = { fromMs: Math.max(reading.floorMs, backMs, 0), toMs: newestMs }
  const reach = (atMs: number) => {
    reading.atMs = Math.max(reading.atMs, atMs)
    if (isLong) reading.longAtMs = Math.max(reading.longAtMs, atMs)
    forgetOld(reading)
  }
  await readRange(source, filters, range, (request) => {
    if (reading.seen.has(request.id)) return
    const atMs = Date.parse(request.at)
    reading.seen.set(request.id, atMs)
    reach(atMs)
    shown(request)
  })
  reach(newestMs)
}

/** Requests that no later reading reaches. */
function forgetOld({ longAtMs, seen }: Reading): void {
  for (const [id, shownMs] of seen) {
    if (shownMs >= longAtMs - longBackMs) return
    seen.delete(id)
  }
}

const placeOf = ({ atMs, longAtMs, seen }: Reading): TailPlace => ({
  ...{ atMs, longAtMs },
  seen: [...seen.keys()],
})

/** When the newest request of the account began. 0: there is none. */
async function newestIn(source: Tail['source']): Promise<number> {
  const { rows } = await source.read({ limit: '1' })
  return rows[0] ? Date.parse(rows[0].at) : 0
}

interface Range {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Reads all requests of a range, the oldest first. The log has them newest first, so a range of
 * more than a page is read as two halves: one page is in memory at a time. Only the requests of one
 * millisecond are collected.
 */
export async function readRange(
  source: Tail['source'],
  filters: Readonly<Record<string, string>>,
  { fromMs, toMs }: Range,
  found: (request: LoggedRequestWire) => void,
): Promise<void> {
  const query = {
    ...filters,
    limit: '100',
    start_date: new Date(fromMs).toISOString(),
    end_date: new Date(toMs).toISOString(),
  }
  const first = await source.read(query)
  const rows = [...first.rows]
  if (first.nextCursor !== null && fromMs < toMs) {
    const middleMs = Math.floor((fromMs + toMs) / 2)
    await readRange(source, filters, { fromMs, toMs: middleMs }, found)
    await readRange(source, filters, { fromMs: middleMs + 1, toMs }, found)
    return
  }
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const page = await source.read({ ...query, cursor })
    rows.push(...page.rows)
    cursor = page.nextCursor
  }
  for (const row of rows.toReversed()) found(row)
}

/** As long as a request may take, and longer than most take, with the wait before it is stored. */
const longBackMs = 60_000
const shortBackMs = 10_000

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => {})
