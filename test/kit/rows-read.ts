import assert from 'node:assert/strict'
import type { Queryable, Sql } from '../../src/db/pool.ts'
import type { Statement } from '../../src/db/statement.ts'

/** What PostgreSQL did for the statements of one call. */
export interface Reading {
  /** Rows that any scan of a table or index looked at, those it threw away included. */
  readonly rows: number
  /**
   * Pages of tables and indexes. An index condition that skips entries shows here and not in
   * `rows`.
   */
  readonly pages: number
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Plan[]
}

/** Runs a call of a store, and returns what each of its statements read, from `explain analyze`. */
export async function readingOf<Result>(
  sql: Sql,
  call: (sql: Sql) => Promise<Result>,
): Promise<{ readonly result: Result; readonly reading: Reading }> {
  const plans: Plan[] = []
  const result = await call(explained(sql, plans))
  assert.ok(plans.length > 0, 'no query was sent to the database')
  const nodes = plans.flatMap(nodesOf)
  const scans = nodes.filter(
    (node) => node['Node Type'].includes('Scan') && (node.Plans ?? []).length === 0,
  )
  const rows = scans.reduce((sum, node) => sum + rowsOf(node), 0)
  const pages = plans.reduce(
    (sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    0,
  )
  return { result, reading: { rows, pages } }
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const rowsOf = (node: Plan): number =>
  node['Actual Loops'] *
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0))

/** The same database, whose every awaited statement is explained first. */
function explained(sql: Sql, plans: Plan[]): Sql {
  const run = (given: TemplateStringsArray | string, ...values: readonly unknown[]) => {
    if (typeof given === 'string') return sql(given)
    const whole = sql(given, ...values) as Statement<Record<string, unknown>[]>
    const answer = async () => {
      const [row] = await (sql as Queryable)<
        { 'QUERY PLAN': readonly { readonly Plan: Plan }[] }[]
      >`
        explain (analyze, buffers, format json) ${whole}`
      plans.push(...(row?.['QUERY PLAN'] ?? []).map(({ Plan: plan }) => plan))
      return whole
    }
    // Only what is awaited is a statement of its own; the rest becomes part of another.
    return {
      strings: whole.strings,
      values: whole.values,
      // biome-ignore lint/suspicious/noThenProperty: it stands for a statement.
      then: (...given: Parameters<Promise<unknown>['then']>) => answer().then(...given),
    }
  }
  return Object.assign(run, sql) as unknown as Sql
}
