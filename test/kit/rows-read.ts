import assert from 'node:assert/strict'
import pg from 'pg'
import { encodeParameter } from '../../src/db/parameter.ts'
import type { Sql } from '../../src/db/pool.ts'
import { compile, type Fragment, type Statement } from '../../src/db/statement.ts'

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

/**
 * Runs a call of a store, and returns what each of its statements read, from `explain analyze`. On
 * Citus nothing is counted: its plans do not hold what the workers read.
 */
export async function readingOf<Result>(
  sql: Sql,
  call: (sql: Sql) => Promise<Result>,
): Promise<{ readonly result: Result; readonly reading: Reading }> {
  if (sql.shards !== undefined) return { result: await call(sql), reading: { rows: 0, pages: 0 } }
  const plans: Plan[] = []
  const result = await call(explained(sql, plans))
  assert.ok(plans.length > 0, 'no query was sent to the database')
  const nodes = plans.flatMap(nodesOf)
  const scans = nodes.filter(
    ({ 'Node Type': type, Plans: inner = [] }) =>
      type.includes('Scan') && type !== 'Function Scan' && inner.length === 0,
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
      plans.push(await planOf(sql, whole))
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

/**
 * The plan for any values, which the gateway keeps. `explain` of the statement itself would make
 * one for its values.
 */
function planOf(sql: Sql, statement: Fragment): Promise<Plan> {
  const { text, values } = compile(statement)
  const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
  return sql.begin(
    async (tx) => {
      await tx.unsafe(`prepare explained as ${text}`)
      const [row] = await tx.unsafe(
        `explain (analyze, buffers, format json) execute explained ${given}`,
      )
      await tx.unsafe('deallocate explained')
      const plans = row?.['QUERY PLAN'] as readonly [{ readonly Plan: Plan }]
      return plans[0].Plan
    },
    { plansOnce: true },
  )
}

function literal(value: unknown): string {
  const encoded = encodeParameter(value)
  if (encoded === null) return 'null'
  return Buffer.isBuffer(encoded)
    ? `array[${textsOf(encoded).map(pg.escapeLiteral).join(', ')}]`
    : pg.escapeLiteral(encoded)
}

/** The elements of an array of texts in the binary format (`db/parameter.ts`). */
function textsOf(bytes: Buffer): string[] {
  const texts: string[] = []
  for (let at = 20; at < bytes.length; ) {
    const end = at + 4 + bytes.readInt32BE(at)
    texts.push(bytes.toString('utf8', at + 4, end))
    at = end
  }
  return texts
}
