import { methods, statuses } from '../../../contract/fields.ts'
import { ListTransactionsQuery } from '../../../contract/list-transactions.ts'
import { endOfLocalDay, startOfLocalDay } from '../../brazil/local-time.ts'
import { isUuid } from '../../primitives/id.ts'
import type { TransactionQuery } from '../../transactions/read-transactions.ts'
import { checked, type Issue, refuseIssues } from '../problems.ts'

type Query = Readonly<Record<string, string>>
type Cursor = NonNullable<TransactionQuery['after']>

/** The filters and the place of a list (compatibility 4). Dates without a time are days in São Paulo. */
export function readListQuery(sent: Query): TransactionQuery {
  const query = checked(
    ListTransactionsQuery,
    Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
  )
  const issues: Issue[] = []
  const read = <Value>(
    field: keyof typeof query,
    problem: string,
    reader: (text: string) => Value | undefined,
  ): Value | undefined => {
    const text = query[field]
    if (text === undefined) return undefined
    const value = reader(text)
    if (value === undefined) issues.push({ field, problem })
    return value
  }
  const found = {
    statuses: read('status', `choice ${statuses.join(', ')}`, oneOrMore(statuses)),
    methods: read('paymentMethods', `choice ${methods.join(', ')}`, oneOrMore(methods)),
    from: read('start_date', 'date', (text) => instant(text, startOfLocalDay)),
    to: read('end_date', 'date', (text) => instant(text, endOfLocalDay)),
    externalRef: query.externalRef,
    after: read('cursor', 'cursor', readCursor),
    page: read('page', 'integer', (text) => whole(text, 100_000)),
  }
  const limit = read('limit', 'integer', (text) => whole(text, Number.MAX_SAFE_INTEGER)) ?? defaultLimit
  refuseIssues(issues)
  return { ...present(found), limit: Math.min(limit, maxLimit) }
}

/** Opaque to clients: where the page before ended. */
export const cursorText = ({ createdAt, id }: Cursor): string =>
  Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url')

const defaultLimit = 20
const maxLimit = 100

/** What `cursorText` made; undefined for anything else. */
export function readCursor(text: string): Cursor | undefined {
  const [time = '', id = ''] = Buffer.from(text.slice(0, 200), 'base64url').toString('latin1').split(' ')
  if (!/^\d{1,15}$/.test(time) || !isUuid(id)) return undefined
  return { createdAt: new Date(Number(time)), id }
}

/** One or more of these, separated by commas, in any case. */
export const oneOrMore =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): Value[] | undefined => {
    const named = text
      .toUpperCase()
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
    const found = values.filter((value) => named.includes(value))
    return named.length > 0 && found.length === new Set(named).size ? found : undefined
  }

/** A whole number from 1. */
export const whole = (text: string, most: number): number | undefined => {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= most ? number : undefined
}

/** A day in São Paulo, as `ofDay` takes it, or an instant. */
export function instant(text: string, ofDay: (day: Temporal.PlainDate) => Date): Date | undefined {
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return ofDay(Temporal.PlainDate.from(text))
    // A plus sign in a query string arrives as a space.
    return new Date(Temporal.Instant.from(text.replace(' ', '+')).epochMilliseconds)
  } catch {
    return undefined
  }
}

/** Without what is undefined. */
export const present = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], undefined>
  }
