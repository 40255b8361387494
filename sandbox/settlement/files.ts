import { localDate } from '../../src/brazil/local-time.ts'
import type { SettlementFault } from '../faults.ts'
import type { World } from '../world.ts'
import { type Day, dayOf, lastFileDay } from './day.ts'
import { type FileStore, openFileStore } from './file-store.ts'
import { linesOf, type Row } from './row.ts'
import { isMain, type RowFault, spoiled } from './spoil.ts'

/** A provider's data for its daily files. */
export interface Book {
  /** Does the due work, dated by its own instant, so that a day that is over no longer changes. */
  catchUp?(): void
  /** The instant of the first event that a file contains, ms. `undefined`: none yet. */
  firstAt(): number | undefined
  /**
   * The rows of a day that is over, the same at every call. Sales, each with its installments, come
   * first.
   */
  rows(day: Day): Iterable<Row>
  /** Rows that never happened, for the fault `unknown-sale`. */
  invented(day: Day): readonly Row[]
}

export interface DailyFiles {
  /** Names of the available files of that day and later, oldest first. */
  list(since: string): readonly string[]
  /** The file's text in pieces. `undefined`: there is no such file yet. */
  read(name: string): Iterable<string> | undefined
}

/**
 * A file for each day since the first one with rows, created from the provider's data at its first
 * request.
 */
export function openDailyFiles(
  world: World,
  {
    provider,
    merchant,
    book,
  }: { readonly provider: string; readonly merchant: string; readonly book: Book },
): DailyFiles {
  const store = openFileStore(world.db, provider)

  /** From the first day with rows to the newest day whose file is available. */
  const span = ():
    | { readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate }
    | undefined => {
    book.catchUp?.()
    const firstAt = book.firstAt()
    const last = lastFileDay(world.now())
    const first = firstAt === undefined ? undefined : localDate(new Date(firstAt))
    return first && Temporal.PlainDate.compare(first, last) <= 0 ? { first, last } : undefined
  }
  const nameOf = (date: Temporal.PlainDate, first: Temporal.PlainDate): string => {
    const sequence = String(sequenceOf(date, first)).padStart(6, '0')
    return `${provider}-${date.toString().replaceAll('-', '')}-${sequence}`
  }

  return {
    list(since) {
      const days = span()
      if (!days) return []
      createFiles(world, store, { provider, book, ...days })
      const names: string[] = []
      for (const date of daysFrom(later(days.first, since), days.last)) {
        const fault = store.faultOf(date)
        if (!isThere(fault, date, world.now())) continue
        const name = nameOf(date, days.first)
        names.push(`${name}.txt`, ...(fault === 'doubled-file' ? [`${name}${copy}.txt`] : []))
      }
      return names
    },
    read(name) {
      const days = span()
      const date = dateIn(name)
      if (!days || !date) return undefined
      createFiles(world, store, { provider, book, ...days })
      const fault = store.faultOf(date)
      const isOriginal = name === `${nameOf(date, days.first)}.txt`
      const isCopy = fault === 'doubled-file' && name === `${nameOf(date, days.first)}${copy}.txt`
      const isWithin =
        Temporal.PlainDate.compare(date, days.first) >= 0 &&
        Temporal.PlainDate.compare(date, days.last) <= 0
      if (!(isOriginal || isCopy) || !isWithin || !isThere(fault, date, world.now()))
        return undefined
      const day = dayOf(date)
      const rows = spoiled(
        book.rows(day),
        isRowFault(fault) ? fault : undefined,
        book.invented(day),
      )
      const pieces = inPieces(
        linesOf({ merchant, date: date.toString(), sequence: sequenceOf(date, days.first) }, rows),
      )
      const isCut =
        world.faults.takeSettlement(provider, (each) => each === 'truncated-file') !== undefined
      return isCut ? cut(pieces) : pieces
    },
  }
}

/** The waiting faults apply to the files created now. A file keeps its fault. */
function createFiles(
  world: World,
  store: FileStore,
  requested: {
    readonly provider: string
    readonly book: Book
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
      fits(each, () => requested.book.rows(dayOf(date))),
    )
    if (fault) store.addFault(date, fault)
  }
  store.make(requested.last)
}

function fits(fault: SettlementFault, rows: () => Iterable<Row>): boolean {
  if (fault === 'truncated-file') return false // This fault waits until a file is read.
  if (fault !== 'missing-row' && fault !== 'wrong-amount') return true
  for (const row of rows()) if (isMain(row)) return true
  return false
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

const copy = '-copia'

const sequenceOf = (date: Temporal.PlainDate, first: Temporal.PlainDate): number =>
  first.until(date, { largestUnit: 'days' }).days + 1

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
