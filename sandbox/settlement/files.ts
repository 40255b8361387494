import { localDate } from '../../src/brazil/local-time.ts'
import type { SettlementFault } from '../faults.ts'
import type { World } from '../world.ts'
import { type Day, dayOf, lastFileDay } from './day.ts'
import { type FileStore, openFileStore } from './file-store.ts'
import { linesOf, type Row } from './row.ts'
import { isMain, type RowFault, spoiled } from './spoil.ts'

/** A provider's books, as its daily files tell them. */
export interface Book {
  /** Does what is due by itself and dated by its own instant, so that a day that is over changes no more. */
  catchUp?(): void
  /** When the first thing happened that a file tells, ms; `undefined`: nothing yet. */
  firstAt(): number | undefined
  /** What happened on a day that is over: the same rows whenever it is asked. Sales, each with its installments, come first. */
  rows(day: Day): Iterable<Row>
  /** Something that never happened, for the fault `unknown-sale`. */
  invented(day: Day): readonly Row[]
}

export interface DailyFiles {
  /** Names of the files that are there, of that day and later, the oldest first. */
  list(since: string): readonly string[]
  /** The file's text in pieces; `undefined`: no such file, or not yet. */
  read(name: string): Iterable<string> | undefined
}

/** A file for each day since the first with anything, made from the provider's books when somebody asks for it. */
export function openDailyFiles(
  world: World,
  { provider, merchant, book }: { readonly provider: string; readonly merchant: string; readonly book: Book },
): DailyFiles {
  const store = openFileStore(world.db, provider)

  /** From the first day with anything to the newest whose file is there. */
  const span = (): { readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate } | undefined => {
    book.catchUp?.()
    const firstAt = book.firstAt()
    const last = lastFileDay(world.now())
    const first = firstAt === undefined ? undefined : localDate(new Date(firstAt))
    return first && Temporal.PlainDate.compare(first, last) <= 0 ? { first, last } : undefined
  }
  const nameOf = (date: Temporal.PlainDate, first: Temporal.PlainDate): string =>
    `${provider}-${date.toString().replaceAll('-', '')}-${String(sequenceOf(date, first)).padStart(6, '0')}`

  return {
    list(since) {
      const days = span()
      if (!days) return []
      makeFiles(world, store, { provider, book, ...days })
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
      makeFiles(world, store, { provider, book, ...days })
      const fault = store.faultOf(date)
      const isOriginal = name === `${nameOf(date, days.first)}.txt`
      const isCopy = fault === 'doubled-file' && name === `${nameOf(date, days.first)}${copy}.txt`
      const isWithin =
        Temporal.PlainDate.compare(date, days.first) >= 0 && Temporal.PlainDate.compare(date, days.last) <= 0
      if (!(isOriginal || isCopy) || !isWithin || !isThere(fault, date, world.now())) return undefined
      const day = dayOf(date)
      const rows = spoiled(book.rows(day), isRowFault(fault) ? fault : undefined, book.invented(day))
      const pieces = inPieces(
        linesOf({ merchant, date: date.toString(), sequence: sequenceOf(date, days.first) }, rows),
      )
      const isCut = world.faults.takeSettlement(provider, (each) => each === 'truncated-file') !== undefined
      return isCut ? cut(pieces) : pieces
    },
  }
}

/** Days whose files were never asked for take the faults that wait for new files; a fault stays with its file. */
function makeFiles(
  world: World,
  store: FileStore,
  asked: {
    readonly provider: string
    readonly book: Book
    readonly first: Temporal.PlainDate
    readonly last: Temporal.PlainDate
  },
): void {
  const made = store.madeUntil()
  if (made && Temporal.PlainDate.compare(made, asked.last) >= 0) return
  for (const date of daysFrom(made ? made.add({ days: 1 }) : asked.first, asked.last)) {
    const fault = world.faults.takeSettlement(asked.provider, (each) => fits(each, () => asked.book.rows(dayOf(date))))
    if (fault) store.addFault(date, fault)
  }
  store.make(asked.last)
}

function fits(fault: SettlementFault, rows: () => Iterable<Row>): boolean {
  if (fault === 'truncated-file') return false // Waits for a file to be read.
  if (fault !== 'missing-row' && fault !== 'wrong-amount') return true
  for (const row of rows()) if (isMain(row)) return true
  return false
}

/** How much later a late file comes. */
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

function* daysFrom(first: Temporal.PlainDate, last: Temporal.PlainDate): Iterable<Temporal.PlainDate> {
  for (let date = first; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) yield date
}

const later = (first: Temporal.PlainDate, since: string): Temporal.PlainDate =>
  since > first.toString() ? Temporal.PlainDate.from(since) : first

function dateIn(name: string): Temporal.PlainDate | undefined {
  const [, year, month, day] = /-(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])-\d{6}/.exec(name) ?? []
  if (!year || !month || !day) return undefined
  return Temporal.PlainDate.from({ year: Number(year), month: Number(month), day: Number(day) })
}

/** Many lines at a time: a socket likes few writes. */
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

/** What came of a file whose second half did not. */
function cut(pieces: Iterable<string>): readonly string[] {
  const text = [...pieces].join('')
  return [text.slice(0, Math.floor(text.length / 2))]
}
