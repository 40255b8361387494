import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { localDate, localText } from '../../brazil/local-time.ts'
import type { ApiRequest, RawResponse } from './endpoint.ts'
import { choiceOf } from './list-query.ts'
import { assertNoIssues } from './validation.ts'

/** A cell of a row. A number is an amount in cents; every other number is given as text. */
export type Cell = string | number | Date | null | undefined

/** One column: its Portuguese heading, and the value of a row. */
export type Column<Row> = readonly [head: string, cell: (row: Row) => Cell]

/** Whether a table is requested: by `format=csv`, or by a client that prefers CSV to JSON. */
export function wantsCsv({ query, headers }: Pick<ApiRequest, 'query' | 'headers'>): boolean {
  const format = query.format?.trim().toLowerCase() ?? ''
  if (format === '') return prefersCsv(headers.accept ?? '')
  if (!formats.includes(format)) assertNoIssues([{ field: 'format', problem: choiceOf(formats) }])
  return format === 'csv'
}

/**
 * By the weights of the media types (RFC 9110, 12.5.1). Clients that name both get JSON, and those
 * that accept anything besides CSV get CSV.
 */
function prefersCsv(accept: string): boolean {
  const weights = accept.toLowerCase().split(',').map(weightOf)
  const weightFor = (...types: readonly string[]) =>
    Math.max(0, ...weights.flatMap(([type, weight]) => (types.includes(type) ? [weight] : [])))
  const csv = weightFor('text/csv')
  return csv > weightFor('application/json', 'application/*') && csv >= weightFor('*/*')
}

function weightOf(range: string): [type: string, weight: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
  const weight = parameters.find((each) => each.startsWith('q='))
  return [type, weight === undefined ? 1 : Number(weight.slice(2))]
}

const formats: readonly string[] = ['csv', 'json']

/**
 * A table in the form that Brazilian spreadsheets open: semicolons, BOM, CRLF, reais with a comma,
 * dates of São Paulo. Rows are written as they are read, a page at a time. A text that a
 * spreadsheet would read as a formula begins with an apostrophe.
 */
export function csvFile<Row>(
  name: string,
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  /** About how many rows it will have, for a page that shows progress. */
  estimatedRows?: number,
): RawResponse {
  return {
    status: 200,
    body: Readable.from(textOf(columns, pages), { objectMode: false }),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      ...(estimatedRows !== undefined && { 'x-guiche-estimated-rows': String(estimatedRows) }),
    },
  }
}

/** Reads nothing before its first part is taken: the response to a HEAD takes none. */
async function* textOf<Row>(columns: readonly Column<Row>[], pages: AsyncIterable<readonly Row[]>) {
  const writer = stringify({
    bom: true,
    delimiter: ';',
    record_delimiter: 'windows',
    header: true,
    columns: columns.map(([head]) => head),
    escape_formulas: true,
    cast: { number: reaisText, date: localText },
  })
  // A failure destroys the writer, and with it the connection: the client sees that the file is
  // incomplete.
  pipeline(Readable.from(recordsOf(columns, pages)), writer, () => {})
  yield* writer
}

async function* recordsOf<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
) {
  for await (const rows of pages) {
    for (const row of rows) yield columns.map(([, cell]) => cell(row))
  }
}

/**
 * `-1234,56`: without thousands separator and currency sign, so that a spreadsheet reads a number.
 */
function reaisText(amount: number): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}

/**
 * `vendas-2026-11-01-a-2026-11-30.csv`. Without a beginning the file has all rows until the end.
 */
export function csvName(
  what: string,
  { from, to }: { readonly from?: Date; readonly to?: Date },
  now: Date,
): string {
  const until = localDate(to && to < now ? to : now)
  return `${what}-${from ? `${localDate(from)}-a-${until}` : `ate-${until}`}.csv`
}

export interface PageWanted<Place> {
  readonly limit: number
  /** The end of the page before. */
  readonly after?: Place
}

/**
 * Every page of a list, each found by the end of the one before: memory does not grow with the
 * list.
 */
export async function* everyPage<Row, Place>(
  read: (page: PageWanted<Place>) => Promise<readonly Row[]>,
  placeOf: (last: Row) => Place,
): AsyncGenerator<readonly Row[]> {
  for (let after: Place | undefined; ; ) {
    const rows = await read({ limit: rowsAtOnce, ...(after !== undefined && { after }) })
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return
    after = placeOf(last)
  }
}

const rowsAtOnce = 500
