import { columnar } from '../db/columnar.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { MovementLine } from '../transactions/remittance/movement-store.ts'
import type { Line } from './line.ts'
import { largeFileMs } from './rule-store.ts'

/** A file in the order of its provider's files. */
interface Place {
  readonly providerId: string
  readonly sequence: number
}

/** A place, and the first day of the month of its file. */
export interface PlaceInMonth extends Place {
  readonly month: string
}

/**
 * Stores a batch of a file's lines. Repetition stores the same, because an interrupted reading
 * starts again.
 */
export async function storeLines(
  sql: Queryable,
  { providerId, sequence, month }: PlaceInMonth,
  lines: readonly Line[],
): Promise<void> {
  const { columns, arrays } = columnar(lines, {
    ...{ line: 'int', kind: 'text', reference: 'text', provider_reference: 'text' },
    ...{
      amount: 'bigint',
      fee: 'bigint',
      net: 'bigint',
      number: 'int',
      parts: 'int',
      date: 'date',
    },
    due_days: ['text', ({ dueDays }) => (dueDays ? `{${dueDays.join(',')}}` : null)],
    facts: ['json', ({ facts }) => (facts ? JSON.stringify(facts) : null)],
  })
  await sql`
    insert into settlement_lines as l (provider_id, sequence, month, line, kind, reference,
      provider_reference, amount, fee, net, number, parts, due_days, date, facts)
    select ${providerId}::uuid, ${sequence}::int, ${month}::date, line, kind, reference,
      provider_reference, amount, fee, net, number, parts, due_days::date[], date, facts
    from unnest(${arrays}) as n (${columns})
    on conflict (provider_id, sequence, line, month)
    do update set kind = excluded.kind, reference = excluded.reference,
      provider_reference = excluded.provider_reference, amount = excluded.amount,
      fee = excluded.fee, net = excluded.net, number = excluded.number, parts = excluded.parts,
      due_days = excluded.due_days, date = excluded.date, facts = excluded.facts,
      account_id = null, object_type = null, object_id = null`
}

/**
 * Updates PostgreSQL's statistics of the lines of files of a month. The old ones are from before
 * the file, so PostgreSQL expects one line where there are thousands, and compares each line with
 * each: 63 s for 10,000 lines instead of 1 s.
 */
export const refreshLineStatistics = async (
  sql: Pick<Sql, 'begin'>,
  month: PlaceInMonth['month'],
): Promise<void> => {
  await sql.begin((tx) => tx`select analyze_lines(${month}::date)`, { statementMs: largeFileMs })
}

/** Deletes lines that an interrupted reading has stored under another date of the same file. */
export const dropOtherMonths = async (
  sql: Queryable,
  { providerId, sequence, month }: PlaceInMonth,
): Promise<void> => {
  await sql`
    delete from settlement_lines
    where provider_id = ${providerId} and sequence = ${sequence} and month <> ${month}`
}

/** Deletes a batch of a file's lines, from a line on. Returns whether any were deleted. */
export async function dropLines(
  sql: Queryable,
  { providerId, sequence }: Place,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<boolean> {
  const rows = await sql`
    delete from settlement_lines
    where provider_id = ${providerId} and sequence = ${sequence} and line in (
      select line from settlement_lines
      where provider_id = ${providerId} and sequence = ${sequence} and line >= ${from}
      order by line
      limit ${limit})
    returning line`
  return rows.length === limit
}

/** What a file reports about boletos, from a line on, in the order of the file. */
export const movementLines = (
  sql: Queryable,
  { providerId, sequence }: Place,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<MovementLine[]> =>
  sql<MovementLine[]>`
    select line, reference, amount, date, facts ->> 'movement' as movement,
      facts ->> 'text' as reason
    from settlement_lines
    where provider_id = ${providerId} and sequence = ${sequence} and line > ${after}
      and kind = 'movement'
    order by line
    limit ${limit}`

/** One line for display to an operator. */
export async function lineAt(
  sql: Queryable,
  providerId: string,
  { sequence, line }: { readonly sequence: number; readonly line: number },
): Promise<Readonly<Record<string, unknown>> | undefined> {
  // `to_jsonb` would raise an error for facts that PostgreSQL cannot read.
  const [row] = await sql<{ line: Readonly<Record<string, unknown>> }[]>`
    select to_json(l) as line from settlement_lines l
    where provider_id = ${providerId} and sequence = ${sequence} and line = ${line}`
  return (
    row &&
    Object.fromEntries(
      Object.entries(row.line).filter(([name, value]) => value !== null && !unshown.has(name)),
    )
  )
}

/** Columns of a line that are of the gateway, or are compared only. */
const unshown = new Set(['provider_id', 'account_id', 'object_type', 'object_id', 'due_days'])
