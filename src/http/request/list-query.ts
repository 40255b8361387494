import type { Static, TObject, TSchema } from 'typebox'
import type { place } from '../../../contract/list.ts'
import { endOfLocalDay, startOfLocalDay } from '../../brazil/local-time.ts'
import { isBrokenText } from '../../primitives/broken-text.ts'
import { defined } from '../../primitives/defined.ts'
import { storableInstant } from './storable-instant.ts'
import { assertNoIssues, type Issue, validate } from './validation.ts'
import { mostOnPage } from './warnings.ts'

/** Query strings arrive as text. */
export type Query = Readonly<Record<string, string>>

/** The query of a request, and the reader of each of its fields. */
export interface Reader<Parameters extends object> {
  /** The query as its schema describes it, before its values are interpreted. */
  readonly query: Parameters
  /**
   * Interprets a field. Undefined when it was not sent. A reader that returns undefined reports
   * `problem`.
   */
  read<Field extends keyof Parameters & string, Value>(
    field: Field,
    problem: string,
    reader: (value: Exclude<Parameters[Field], undefined>) => Value | undefined,
  ): Value | undefined
  /**
   * Reports every problem at once, after all fields were read. @throws Rejection
   * `validation-failed`
   */
  refuse(): void
}

/**
 * Checks the form of the query, then interprets it field by field. @throws Rejection
 * `validation-failed`
 */
export function readerOf<Schema extends TSchema>(
  schema: Schema,
  sent: unknown,
): Reader<Static<Schema> & object> {
  const query = validate(schema, sent) as Static<Schema> & object
  const issues: Issue[] = []
  return {
    query,
    read(field, problem, reader) {
      const sent = query[field]
      if (sent === undefined) return undefined
      const value = reader(sent as Exclude<typeof sent, undefined>)
      if (value === undefined) issues.push({ field, problem })
      return value
    },
    refuse: () => assertNoIssues(issues),
  }
}

/** The same for a query string. An empty filter, as from a form, counts as absent. */
export function queryReader<Schema extends TSchema>(schema: Schema, sent: Query) {
  // Bodies are checked where they are parsed.
  const broken = Object.entries(sent).filter(([, value]) => isBrokenText(value))
  assertNoIssues(broken.map(([field]) => ({ field, problem: 'broken-text' })))
  return readerOf(schema, withoutBlanks(sent))
}

/**
 * The query of a list: what `filters` reads, and the size of the page. Absent filters are left out.
 * @throws Rejection `validation-failed`
 */
export function readList<Schema extends TObject<typeof place>, Filters extends object>(
  schema: Schema,
  sent: Query,
  filters: (reader: Reader<Static<Schema> & object>) => Filters,
  usualLimit?: number,
) {
  const reader = queryReader(schema, sent)
  const found = filters(reader)
  const limit = limitFrom(reader as unknown as Reader<{ limit?: string }>, usualLimit)
  reader.refuse()
  return { ...defined(found), limit }
}

export const withoutBlanks = (sent: Query): Query =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''))

/** The size of a page. A value above the maximum returns a page of the maximum size. */
export const limitFrom = ({ read }: Reader<{ limit?: string }>, usual = 20): number =>
  Math.min(read('limit', 'count', whole) ?? usual, mostOnPage)

/** A page's number, for clients that use no cursor. */
export const pageFrom = ({ read }: Reader<{ page?: string }>): number | undefined =>
  read('page', 'count', (text) => {
    const page = whole(text)
    return page !== undefined && page <= 100_000 ? page : undefined
  })

/** Between two instants, both included. */
export const periodFrom = (reader: Reader<Period>) =>
  between(reader, {
    from: reader.read('start_date', 'date', firstInstant),
    to: reader.read('end_date', 'date', lastInstant),
  })

/** A period that ends before it starts is an error, not an empty list. */
export function between<Moment extends Date | string>(
  { read }: Reader<Period>,
  { from, to }: { readonly from: Moment | undefined; readonly to: Moment | undefined },
) {
  if (from !== undefined && to !== undefined && to < from)
    read('end_date', 'before-start', () => undefined)
  return { from, to }
}

interface Period {
  start_date?: string
  end_date?: string
}

/** One or more of these, separated by commas, in any case. */
export const oneOrMore =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): Value[] | undefined => {
    const named = new Set(
      text
        .toLowerCase()
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
    )
    const found = values.filter((value) => named.has(value.toLowerCase()))
    return named.size > 0 && found.length === named.size ? found : undefined
  }

/** The parameter of `oneOrMore` in a problem. */
export const choiceOf = (values: readonly string[]): string => `choice ${values.join(', ')}`

/** A whole number from 1. */
export const whole = (text: string): number | undefined => {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number >= 1 ? number : undefined
}

/** An instant. For a day in São Paulo: its first instant. */
export const firstInstant = (text: string): Date | undefined => instant(text, startOfLocalDay)

/** An instant. For a day in São Paulo: its last instant. */
export const lastInstant = (text: string): Date | undefined => instant(text, endOfLocalDay)

function instant(text: string, ofDay: (day: Temporal.PlainDate) => Date): Date | undefined {
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return storableInstant(ofDay(Temporal.PlainDate.from(text)))
    // A plus sign in a query string arrives as a space.
    return storableInstant(
      new Date(Temporal.Instant.from(text.replace(' ', '+')).epochMilliseconds),
    )
  } catch {
    return undefined
  }
}
