import { localDate } from '../../src/brazil/local-time.ts'
import type { SettlementFault } from '../faults.ts'
import type { World } from '../world.ts'
import { type Day, dayOf, lastFileDay } from './day.ts'
import { type FileStore, openFileStore } from './file-store.ts'
import { linesOf, type Row } from './row.ts'
import { type RowFault, type Spoiling, spoiled } from './spoil.ts'

/** A provider's data for its daily files. */
export interface Book<R> {
  /** Does the due work, dated by its own instant, so that a day that is over no longer changes. */
  catchUp?(): void
  /** The instant of the first event that a file contains, ms. `undefined`: none yet. */
  firstAt(): number | undefined
  /**
   * The rows of a day that is over, the same at every call. Sales, each with its installments, come
   * first.
   */
  rows(day: Day): Iterable<R>
  /** Rows that never happened, for the fault `unknown-sale`. */
  invented(day: Day): readonly R[]
  readonly spoiling: Spoiling<R>
}

export interface FileDay {
  readonly date: Temporal.PlainDate
  /** 1 for the first day with rows, then one more each day. */
  readonly sequence: number
  /** Whether its file is there twice. */
  readonly isDoubled: boolean
}

/** The days of which a provider has files. */
export interface FileDays<R> {
  /** The days whose files are there, from that day, oldest first. */
  since(date: string): readonly FileDay[]
  find(date: Temporal.PlainDate): FileDay | undefined
  /** Whether a fault delays the file of that day. */
  isHeldBack(date: Temporal.PlainDate): boolean
  rows(day: FileDay): Iterable<R>
  /** The text of a file in pieces. Takes the fault that cuts it, if one waits. */
  pieces(lines: Iterable<string>): Iterable<string>
}

/**
 * A file for each day since the first one with rows, created from the provider's data at its first
 * request.
 */
export function openFileDays<R>(
  world: World,
  { provider, book }: { readonly provider: string; readonly book: Book<R> },
): FileDays<R> {
  const store = openFileStore(world.db, provider)

  /** From the first day with rows to the newest day whose file is available. */
  const span = ():
    | { readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate }
    | undefined => {
    book.catchUp?.()
    const firstAt = book.firstAt()
    const last = lastFileDay(world.now())
    const first = firstAt === undefined ? undefined : localDate(new Date(firstAt))
    if (!first || Temporal.PlainDate.compare(first, last) > 0) return undefined
    createFiles(world, store, { provider, book, first, last })
    return { first, last }
  }
  const between = (
    from: Temporal.PlainDate,
    to: Temporal.PlainDate,
    first: Temporal.PlainDate,
  ): readonly FileDay[] =>
    [...daysFrom(from, to)].flatMap((date) => {
      const fault = store.faultOf(date)
      if (!isThere(fault, date, world.now())) return []
      const sequence = first.until(date, { largestUnit: 'days' }).days + 1
      return [{ date, sequence, isDoubled: fault === 'doubled-file' }]
    })

  return {
    since(date) {
      const days = span()
      return days ? between(later(days.first, date), days.last, days.first) : []
    },
    find(date) {
      const days = span()
      const isWithin =
        days &&
        Temporal.PlainDate.compare(date, days.first) >= 0 &&
        Temporal.PlainDate.compare(date, days.last) <= 0
      return isWithin ? between(date, date, days.first)[0] : undefined
    },
    isHeldBack: (date) => span() !== undefined && !isThere(store.faultOf(date), date, world.now()),
    rows({ date }) {
      const [day, fault] = [dayOf(date), store.faultOf(date)]
      return spoiled(book.rows(day), book.spoiling, {
        fault: isRowFault(fault) ? fault : undefined,
        invented: book.invented(day),
      })
    },
    pieces(lines) {
      const isCut =
        world.faults.takeSettlement(provider, (each) => each === 'truncated-file') !== undefined
      return isCut ? cut(inPieces(lines)) : inPieces(lines)
    },
  }
}

export interface DailyFiles {
  /** Names of the available files of that day and later, oldest first. */
  list(since: string): readonly string[]
  /** The file's text in pieces. `undefined`: there is no such file yet. */
  read(name: string): Iterable<string> | undefined
}

/** The files of a provider in the sandbox's own layout. */
export function openDailyFiles(
  world: World,
  {
    provider,
    merchant,
    book,
  }: { readonly provider: string; readonly merchant: string; readonly book: Book<Row> },
): DailyFiles {
  const days = openFileDays(world, { provider, book })
  const namesOf = ({ date, sequence, isDoubled }: FileDay): readonly string[] => {
    const digits = date.toString().replaceAll('-', '')
    const name = `${provider}-${digits}-${String(sequence).padStart(6, '0')}`
    return [`${name}.txt`, ...(isDoubled ? [`${name}-copia.txt`] : [])]
  }
  return {
    list: (since) => days.since(since).flatMap(namesOf),
    read(name) {
      const date = dateIn(name)
      const day = date && days.find(date)
      if (!day || !namesOf(day).includes(name)) return undefined
      const header = { merchant, date: day.date.toString(), sequence: day.sequence }
      return days.pieces(linesOf(header, days.rows(day)))
    },
  }
}

/** The waiting faults apply to the files created now. A file keeps its fault. */
function createFiles<R>(
  world: World,
  store: FileStore,
  requested: {
    readonly provider: string
    readonly book: Book<R>
    readonly first: Temporal.PlainDate
    readonly last: Temporal.PlainDate
  },
): void {
  const createdUntil = store.madeUntil()
  if (createdUntil && Temporal.PlainDate.compare(createdUntil, requested.last) >= 0) return
  for (const date of daysFrom(
    createdUntil ? createdUntil.add({ days: 1 }) : requested.first,
    requested.last,
  )) {
    const fault = world.faults.takeSettlement(requested.provider, (each) =>
      fits(each, requested.book, date),
    )
    if (fault) store.addFault(date, fault)
  }
  store.make(requested.last)
}

function fits<R>(fault: SettlementFault, book: Book<R>, date: Temporal.PlainDate): boolean {
  if (fault === 'truncated-file') return false // This fault waits until a file is read.
  if (fault !== 'missing-row' && fault !== 'wrong-amount') return true
  return Iterator.from(book.rows(dayOf(date))).some((row) => book.spoiling.isMain(row))
}

/** The delay of a late file. */
const lateMs = 24 * 60 * 60_000

function isThere(fault: SettlementFault | undefined, date: Temporal.PlainDate, now: Date): boolean {
  if (fault === 'sequence-gap') return false
  if (fault !== 'late-file') return true
  return Temporal.PlainDate.compare(date, lastFileDay(new Date(now.getTime() - lateMs))) <= 0
}

const isRowFault = (fault: SettlementFault | undefined): fault is RowFault =>
  fault === 'missing-row' || fault === 'unknown-sale' || fault === 'wrong-amount'

function* daysFrom(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
): Iterable<Temporal.PlainDate> {
  for (let date = first; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 }))
    yield date
}

const later = (first: Temporal.PlainDate, since: string): Temporal.PlainDate =>
  since > first.toString() ? Temporal.PlainDate.from(since) : first

function dateIn(name: string): Temporal.PlainDate | undefined {
  const [, year, month, day] = /-(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])-\d{6}/.exec(name) ?? []
  if (!year || !month || !day) return undefined
  return Temporal.PlainDate.from({ year: Number(year), month: Number(month), day: Number(day) })
}

/** Joins many lines in one piece, because few large writes are faster. */
function* inPieces(lines: Iterable<string>): Iterable<string> {
  let piece = ''
  for (const line of lines) {
    piece += line
    if (piece.length < 32_768) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** The remaining pieces of a file without its second half. */
function cut(pieces: Iterable<string>): readonly string[] {
  const text = [...pieces].join('')
  return [text.slice(0, Math.floor(text.length / 2))]
}
