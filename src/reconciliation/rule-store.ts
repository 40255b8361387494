import { brazilTimeZone } from '../brazil/local-time.ts'
import type { CaseKind, Difference } from '../cases/case.ts'
import type { Queryable, Sql, TransactionOptions, Tx } from '../db/pool.ts'
import type { Statement } from '../db/statement.ts'
import type { LineKind } from './line.ts'
import {
  copyObjects,
  type OurObjects,
  objectsBetween,
  objectsOfCases,
  objectsOfLines,
} from './our-objects-store.ts'

/** A part of a statement. */
export type Part = Statement<Record<string, unknown>[]>

/** What some rules compare. */
export interface Scope {
  readonly providerId: string
  /** Our objects that the rules read, or more. Absent: they read none. */
  readonly objects?: (tx: Tx) => Promise<OurObjects>
}

/** Some lines of a provider's files, as a condition on `settlement_lines l`. */
export interface LineScope extends Scope {
  readonly lines: Part
  /** The kinds of these lines. Absent: they are not known. */
  readonly lineKinds?: ReadonlySet<LineKind>
}

/** Whether lines of some kinds are in the scope, or may be. */
export const mayHave = ({ lineKinds }: LineScope, kinds: readonly LineKind[]): boolean =>
  lineKinds === undefined || kinds.some((kind) => lineKinds.has(kind))

/** Days of our books that a provider's files should contain completely. */
export interface DayScope extends Scope {
  /**
   * Whether an instant of ours is within the days, or an open case of the kind is about its object.
   */
  during(instant: Part, kind: CaseKind, objectId: Part): Part
}

/** Some files of a provider, as a whole. */
export interface FileScope extends Scope {
  readonly sequences: readonly number[]
}

/**
 * One comparison of many rows at once. Its statement returns differences: kind, subject,
 * account_id, object_type, object_id, reference, expected, found, sequence, line.
 */
export interface Rule<Scoped extends Scope> {
  readonly kinds: readonly CaseKind[]
  statement(sql: Queryable, scope: Scoped): Part
}

/** Reads lines of some kinds only. Its statement is not sent when a scope has none of them. */
export interface LineRule extends Rule<LineScope> {
  readonly lineKinds: readonly LineKind[]
}

/**
 * The statement timeout of these queries, ms. A day of a large provider takes longer than the usual
 * limit, and no request waits for it.
 */
export const largeFileMs = 60_000

/**
 * Runs several comparisons in one transaction. The lines of a file are few or very many, so their
 * statements are planned for each scope.
 */
export async function findDifferences<Scoped extends Scope>(
  sql: Sql,
  rules: readonly Rule<Scoped>[],
  scope: Scoped,
  { plansOnce = false }: Pick<TransactionOptions, 'plansOnce'> = {},
): Promise<readonly Difference[]> {
  if (rules.length === 0) return []
  const answers = await sql.begin(
    async (tx) => {
      if (scope.objects) await copyObjects(tx, scope.objects)
      return Promise.all(
        rules.map(
          (rule) => tx<Row[]>`
            select kind, subject, account_id as "accountId", object_type as "objectType",
              object_id as "objectId", reference, expected, found, sequence, line
            from (${rule.statement(tx, scope)}) as judged`,
        ),
      )
    },
    { statementMs: largeFileMs, plansOnce },
  )
  return answers.flatMap((rows) => rows.map(withoutNulls))
}

/** A batch of lines of one file. */
export const linesBetween = (
  sql: Queryable,
  providerId: string,
  {
    sequence,
    from,
    to,
    lineKinds,
  }: {
    readonly sequence: number
    readonly from: number
    readonly to: number
    readonly lineKinds: ReadonlySet<LineKind>
  },
): LineScope => ({
  lineKinds,
  ...scopeOfLines(
    providerId,
    sql`l.provider_id = ${providerId}::uuid and l.sequence = ${sequence}::int
      and l.line between ${from}::int and ${to}::int`,
  ),
})

/** The lines that cases refer to. */
export const linesOfCases = (
  sql: Queryable,
  providerId: string,
  caseIds: readonly string[],
): LineScope =>
  scopeOfLines(
    providerId,
    sql`l.provider_id = ${providerId}::uuid and (l.sequence, l.line) in (
      select k.sequence, k.line from reconciliation_cases k
      where k.id = any(${[...caseIds]}::uuid[]) and k.line is not null)`,
  )

const scopeOfLines = (providerId: string, lines: Part): LineScope => ({
  ...{ providerId, lines },
  objects: (tx) => objectsOfLines(tx, { providerId, lines }),
})

/**
 * The days from one instant until before another. Only days whose own file was read can be checked.
 */
export const daysBetween = (
  sql: Queryable,
  providerId: string,
  { from, until }: { readonly from: Date; readonly until: Date },
): DayScope => ({
  providerId,
  objects: async (tx) => objectsBetween(tx, { providerId, from, until }),
  during: (
    instant,
  ) => sql`(${instant} >= ${from}::timestamptz and ${instant} < ${until}::timestamptz
    and exists (
      select from settlement_files f
      where f.provider_id = ${providerId}::uuid and f.status = 'READ'
        and f.date = ${localDay(sql, instant)}))`,
})

/** The objects that open cases miss. */
export const daysOfCases = (
  sql: Queryable,
  providerId: string,
  caseIds: readonly string[],
): DayScope => ({
  providerId,
  objects: (tx) => objectsOfCases(tx, caseIds),
  during: (instant, kind, objectId) => sql`(${instant} is not null and ${objectId} in (
    select k.object_id from reconciliation_cases k
    where k.id = any(${[...caseIds]}::uuid[]) and k.kind = ${kind}))`,
})

/** The day in São Paulo. */
export const localDay = (sql: Queryable, instant: Part): Part =>
  sql`(${instant} at time zone ${brazilTimeZone}::text)::date`

type Row = { readonly [Key in keyof Difference]-?: Difference[Key] | null }

const withoutNulls = (row: Row): Difference =>
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null),
  ) as unknown as Difference
