import type { Sql } from '../db/pool.ts'
import { readableJson } from '../db/readable-json.ts'

/** The facts by which people recognize a cashout. */
export interface CashoutFacts {
  readonly id: string
  /** The name that the bank reports. Before the bank reports, the name that the merchant sent. */
  readonly beneficiary: string | null
  readonly externalRef: string | null
}

/** The cashouts that a page of statement lines refers to, by id. */
export async function cashoutFactsOf(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CashoutFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<CashoutFacts[]>`
    select id, external_ref as "externalRef",
      coalesce(facts #>> '{receiver,name}', facts #>> '{order,beneficiaryName}') as beneficiary
    from (
      select id, external_ref, ${readableJson(sql, sql`facts`)} as facts
      from cashouts
      where account_id = ${accountId} and id = any(${[...new Set(ids)]}::uuid[])) as o`
  return new Map(rows.map((row) => [row.id, row]))
}
