import { createHash } from 'node:crypto'
import type { FileStatus } from '../../contract/reconciliation.ts'
import { addBusinessDays } from '../brazil/bank-calendar.ts'
import { localDate } from '../brazil/local-time.ts'
import type { Facts } from '../cases/case.ts'
import { dayMs, hourMs } from '../primitives/durations.ts'
import type {
  SettlementHeader,
  SettlementRow,
  SettlementTrailer,
} from '../providers/ports/settlement-file.ts'
import { statementLayout } from '../providers/statement/statement-days.ts'

/** A provider's daily file, as far as it was read. */
export interface SettlementFile {
  readonly id: string
  readonly providerId: string
  readonly name: string
  /**
   * A BROKEN file is read again. READ, REJECTED (not ours) and DOUBLED (with the sequence number of
   * another file) files are not.
   */
  readonly status: FileStatus
  /** Its place among the provider's files, from 1. */
  readonly sequence?: number
  /** The day of its contents, `YYYY-MM-DD` in São Paulo. */
  readonly date?: string
  readonly merchant?: string
  readonly rows?: number
  /** SHA-256 of the rows as they were read, hex. */
  readonly sha256?: string
  readonly startedAt: Date
  readonly readAt?: Date
}

/** The known neighbors of a file when it is opened. */
export interface Neighbors {
  readonly merchant: string
  /** The files before and after it. Absent: there is none yet. */
  readonly before?: { readonly sequence: number; readonly date: string }
  readonly after?: { readonly sequence: number; readonly date: string }
}

/** A day's file is expected in the morning of the next day. After noon it is late. */
const dueHours = 12

/** The newest day whose file is late if it has not been published. */
const lastDueDay = (now: Date): Temporal.PlainDate =>
  localDate(new Date(now.getTime() - dueHours * hourMs)).subtract({ days: 1 })

/**
 * The day of the next file, if it is late: the file after that of `lastDate`. A bank that makes its
 * files on business days may make the next one at any hour of the first one that follows.
 */
export function lateDay(
  lastDate: string,
  now: Date,
  { onBusinessDays }: { readonly onBusinessDays: boolean },
): string | undefined {
  const madeOn = Temporal.PlainDate.from(lastDate).add({ days: 1 })
  const next = onBusinessDays ? addBusinessDays(madeOn, 1).subtract({ days: 1 }) : madeOn
  const dueDay = onBusinessDays ? next.add({ days: 1 }) : next
  return Temporal.PlainDate.compare(dueDay, lastDueDay(now)) <= 0 ? next.toString() : undefined
}

/** The first day whose next file is not yet a whole day late. */
export function withoutNextUntil(now: Date, options: { readonly onBusinessDays: boolean }): string {
  const yesterday = new Date(now.getTime() - dayMs)
  let day = lastDueDay(yesterday)
  while (lateDay(day.subtract({ days: 1 }).toString(), yesterday, options) === undefined)
    day = day.subtract({ days: 1 })
  return day.toString()
}

/** The most missing files between two files. A larger distance is another numbering. */
const mostMissing = 400

/**
 * Compares a header with the provider's other files. Returns the expected and the found values.
 * A day has one file, unless `mayShareDay`. The merchant of a statement is a setting of ours, as
 * the PIX key, and may change.
 */
export function headerProblem(
  { merchant, sequence, date, layoutVersion }: SettlementHeader,
  others: Neighbors | undefined,
  { mayShareDay }: { readonly mayShareDay: boolean },
): { readonly expected: Facts; readonly found: Facts } | undefined {
  if (!others) return undefined
  const { before, after } = others
  if (merchant !== others.merchant && layoutVersion !== statementLayout)
    return { expected: { merchant: others.merchant }, found: { merchant } }
  if (before && sequence - before.sequence > mostMissing)
    return { expected: { sequence: before.sequence + 1 }, found: { sequence } }
  const isOtherDay = (day: string) => date !== day || !mayShareDay
  if (before && date <= before.date && isOtherDay(before.date))
    return { expected: { dateAfter: before.date }, found: { date, sequence } }
  if (after && date >= after.date && isOtherDay(after.date))
    return { expected: { dateBefore: after.date }, found: { date, sequence } }
  return undefined
}

/** Adds up a file's rows: the values its trailer must have, and its digest. */
export function openTally() {
  let rows = 0
  let sales = 0n
  let net = 0n
  let unreadable = 0
  const hash = createHash('sha256')
  return {
    add(row: SettlementRow): void {
      rows += 1
      if (row.kind === 'sale') sales += BigInt(row.gross)
      if (row.kind === 'installment') net += BigInt(row.net)
      if (row.kind === 'unreadable') unreadable += 1
      hash.update(`${JSON.stringify(row)}\n`)
    },
    rows: () => rows,
    unreadable: () => unreadable,
    digest: () => hash.digest(),
    /** Compares the trailer with the rows. */
    trailerProblem(trailer: SettlementTrailer | undefined) {
      const expected = { rows, sales: Number(sales), net: Number(net) }
      if (!trailer) return { expected }
      const found = {
        rows: trailer.rows,
        sales: trailer.sales as number,
        net: trailer.net as number,
      }
      const isSame =
        found.rows === rows && found.sales === expected.sales && found.net === expected.net
      return isSame ? undefined : { expected, found }
    },
  }
}
