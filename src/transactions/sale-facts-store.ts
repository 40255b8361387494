import type { Sql } from '../db/pool.ts'
import { readableJson } from '../db/readable-json.ts'
import type { PaymentMethod } from './transaction.ts'

/** The facts by which people recognize a sale. */
export interface SaleFacts {
  readonly id: string
  readonly method: PaymentMethod
  /** The customer's name, as the merchant sent it. */
  readonly payer: string | null
  readonly externalRef: string | null
}

/** The sales that a page of statement lines refers to, by id. */
export async function saleFactsOf(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SaleFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<SaleFacts[]>`
    select id, method, external_ref as "externalRef",
      ${readableJson(sql, sql`facts`)} #>> '{order,customer,name}' as payer
    from transactions where account_id = ${accountId} and id = any(${[...new Set(ids)]}::uuid[])`
  return new Map(rows.map((row) => [row.id, row]))
}
