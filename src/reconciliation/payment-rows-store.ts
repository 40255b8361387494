import type { Queryable } from '../db/pool.ts'
import { readableJson } from '../db/readable-json.ts'
import type { Part } from './rule-store.ts'

/*
 * A sale may have several rows, each of another payment or charge. These conditions tell which one
 * is the payment that our books have. `row` is the alias of a sale's row, with a dot. `t` is our
 * transaction: all its columns are null if we do not know the sale.
 */

/** Whether the row is of the payment whose id our books have. */
export const isOwnPayment = (sql: Queryable, row: Part) =>
  sql`coalesce(${row}provider_reference = ${ownId(sql)}, false)`

/** Whether the row is of another payment than the one that our books have, or may have. */
export const isOtherPayment = (sql: Queryable, row: Part) => sql`(
  exists (
    select from settlement_lines b
    where ${isSameSale(sql, { row, other: sql`b.` })}
      and b.provider_reference <> ${row}provider_reference
      and (b.provider_reference = ${ownId(sql)} or not ${counts(sql, row)}
        or ((b.sequence, b.line) < (${row}sequence, ${row}line) and ${counts(sql, sql`b.`)})))
  and not ${isOwnPayment(sql, row)})`

/** Whether the payment on the row may be the one that our books have. */
export const counts = (sql: Queryable, row: Part) =>
  sql`(not ${hasCase(sql, row)} and not ${isUndone(sql, row)})`

/**
 * Whether the provider's files return the row whole, and that is no refund of ours: it was returned
 * before it counted, or was a second payment. Our refunds are those of our payment, if its row
 * is there.
 */
export const isUndone = (sql: Queryable, row: Part) => sql`(
  not ${isOwnPayment(sql, row)}
  and (
    select coalesce(sum(r.amount), 0) from settlement_lines r
    where r.provider_id = ${row}provider_id and r.provider_reference = ${row}provider_reference
      and r.kind = 'refund') = ${row}amount
  and (t.id is null or t.refunded_amount = 0 or exists (
    select from settlement_lines o
    where ${isSameSale(sql, { row, other: sql`o.` })} and ${isOwnPayment(sql, sql`o.`)})))`

/**
 * Whether a case about the payment on the row was opened when it was received. A payment without an
 * id of its own, as of a boleto, is known by its sale and amount.
 */
export const hasCase = (sql: Queryable, row: Part) => sql`exists (
  select from reconciliation_cases k
  where k.provider_id = ${row}provider_id
    and k.kind in ('arrival-doubled', 'arrival-amount-differs')
    and (k.subject = ${row}provider_reference
      or (k.subject = ${row}object_id::text
        and k.found -> 'amount' = to_jsonb(${row}amount))))`

/**
 * Whether another key of the account received the Pix of the row. If our books do not have it,
 * another program sold it.
 */
export const isOfOtherKey = (sql: Queryable, row: Part) =>
  sql`coalesce((${readableJson(sql, sql`${row}facts`)}) ->> 'otherKey' = 'true', false)`

const isSameSale = (
  sql: Queryable,
  { row, other }: { readonly row: Part; readonly other: Part },
) => sql`${other}provider_id = ${row}provider_id and ${other}reference = ${row}reference
  and ${other}kind = 'sale'`

/** The provider's id of the payment. Null: it is not paid here, or its payments have no own ids. */
const ownId = (sql: Queryable) => {
  const facts = readableJson(sql, sql`t.facts`)
  return sql`case when t.paid_at is not null
    then coalesce((${facts}) #>> '{pix,endToEndId}', (${facts}) #>> '{card,tid}',
      (${facts}) #>> '{card,reference}') end`
}
