import type { CaseStatus, LineKind } from '../../contract/reconciliation.ts'
import type { Queryable, Sql } from '../db/pool.ts'

/** A file by its place among the files of a provider. */
export interface FilePlace {
  readonly providerId: string
  readonly sequence: number
}

/** A line of a file as it is stored, and what it led to. */
export interface FileLine {
  readonly line: number
  readonly kind: LineKind
  readonly reference: string | null
  readonly providerReference: string | null
  readonly amount: number | null
  readonly fee: number | null
  readonly net: number | null
  readonly number: number | null
  readonly parts: number | null
  readonly date: string | null
  readonly facts: Readonly<Record<string, unknown>> | null
  readonly accountId: string | null
  readonly objectType: 'transaction' | 'refund' | 'cashout' | null
  readonly objectId: string | null
  readonly cases: readonly LineCase[]
}

interface LineCase {
  readonly id: string
  readonly kind: string
  readonly status: CaseStatus
}

/** One page of the lines of a file, in the order of the file. */
export async function linePage(
  sql: Sql,
  { providerId, sequence }: FilePlace,
  {
    limit,
    after = 0,
    isWithCase,
  }: { readonly limit: number; readonly after?: number; readonly isWithCase: boolean },
): Promise<readonly FileLine[]> {
  const withCase = sql`
    and line in (
      select distinct line from reconciliation_cases
      where provider_id = ${providerId} and sequence = ${sequence} and line > ${after}
      order by line
      limit ${limit})`
  const lines = await sql<Omit<FileLine, 'cases'>[]>`
    select line, kind, reference, provider_reference as "providerReference", amount, fee, net,
      number, parts, date, facts, account_id as "accountId", object_type as "objectType",
      object_id as "objectId"
    from settlement_lines
    where provider_id = ${providerId} and sequence = ${sequence} and line > ${after}
      ${isWithCase ? withCase : sql``}
    order by line
    limit ${limit}`
  const cases = Map.groupBy(await casesOf(sql, { providerId, sequence }, lines), ({ line }) => line)
  return lines.map((line) => ({
    ...line,
    cases: (cases.get(line.line) ?? []).map(({ id, kind, status }) => ({ id, kind, status })),
  }))
}

const casesOf = (
  sql: Queryable,
  { providerId, sequence }: FilePlace,
  lines: readonly { readonly line: number }[],
) => sql<(LineCase & { readonly line: number })[]>`
  select line, id, kind, status from reconciliation_cases
  where provider_id = ${providerId} and sequence = ${sequence}
    and line = any(${lines.map(({ line }) => line)})
  order by line, opened_at desc
  limit ${mostCases}`

/** The most cases that a page of lines shows. */
const mostCases = 500

/** A count that stops at a bound. */
interface BoundedCount {
  readonly count: number
  readonly isMore: boolean
}

/** How many cases of a file are open, and how many are closed. */
export async function countCasesOf(
  sql: Queryable,
  { providerId, sequence }: FilePlace,
): Promise<{ readonly openCases: BoundedCount; readonly closedCases: BoundedCount }> {
  const [row] = await sql<{ open: number; closed: number; isMore: boolean }[]>`
    select count(*) filter (where status = 'OPEN') as open,
      count(*) filter (where status = 'RESOLVED') as closed,
      count(*) = ${mostCounted} as "isMore"
    from (
      select status from reconciliation_cases
      where provider_id = ${providerId} and sequence = ${sequence}
      limit ${mostCounted}
    ) as cases`
  const { open, closed, isMore } = row ?? { open: 0, closed: 0, isMore: false }
  return { openCases: { count: open, isMore }, closedCases: { count: closed, isMore } }
}

const mostCounted = 10_000
