import { columnar } from '../../db/columnar.ts'
import { createdBetween } from '../../db/newest-first-store.ts'
import type { Queryable, Sql, Tx } from '../../db/pool.ts'
import { readableJson } from '../../db/readable-json.ts'
import { unionAll } from '../../db/union-all.ts'
import type { TransactionCursor } from '../transaction-store.ts'
import { type Search, type Searchable, termsOf } from './search-terms.ts'

/** Public events of an account after a position, up to another one. */
interface Span {
  readonly accountId: string
  readonly after: number
  readonly upTo: number
}

/**
 * Adds the terms of the payments of these events. It may run again: a term that is there stays.
 */
export async function addTerms(tx: Tx, { accountId, after, upTo }: Span): Promise<void> {
  const payments = await tx<(Searchable & { id: string; createdAt: Date })[]>`
    select object_id as id, "createdAt", amount, customer ->> 'name' as name,
      customer ->> 'email' as email, customer #>> '{document,number}' as document, "endToEndId"
    from events e
    cross join lateral json_to_record(${readableJson(tx, tx`e.payload`)} -> 'data') as data (
      "createdAt" timestamptz, amount bigint, customer json, "endToEndId" text)
    where account_id = ${accountId} and position > ${after} and position <= ${upTo}
      and type in (
        'transaction.waiting_payment',
        'transaction.authorized',
        'transaction.paid',
        'transaction.refused',
        'transaction.canceled')`
  const rows = payments.flatMap(({ id, createdAt, ...facts }) =>
    termsOf(facts).map((term) => ({ accountId, term, createdAt, transactionId: id })),
  )
  if (rows.length === 0) return
  const { columns, arrays } = columnar(rows, {
    account_id: 'uuid',
    term: 'text',
    created_at: 'timestamptz',
    transaction_id: 'uuid',
  })
  await tx`
    insert into search_terms (${columns})
    select distinct * from unnest(${arrays})
    on conflict do nothing`
}

export interface Candidates {
  /** In the order of the list. At most the limit. */
  readonly found: readonly TransactionCursor[]
  /** Those whose id or reference is the whole text. The others have at least the first term. */
  readonly exact: readonly string[]
}

/**
 * The payments that a search may mean, the newest first. Each part is a range of one index that is
 * in the order of the list.
 */
export async function candidatesOf(
  sql: Sql,
  accountId: string,
  { text, terms }: Search,
  {
    limit,
    after,
    ...period
  }: {
    readonly limit: number
    readonly after?: TransactionCursor
    readonly from?: Date
    readonly to?: Date
  },
): Promise<Candidates> {
  const within = (id: 'id' | 'transaction_id') => sql`
    ${createdBetween(sql, period)}
    ${after ? sql`and (created_at, ${sql(id)}) < (${after.createdAt}, ${after.id}::uuid)` : sql``}
    order by created_at desc, ${sql(id)} desc limit ${limit}`
  const [term] = terms
  const parts = [
    sql`
      select created_at, id, true as "isExact" from transactions
      where account_id = ${accountId} and external_ref = ${text} ${within('id')}`,
    // The limit makes PostgreSQL look each id up. Where most accounts are small it would read all
    // payments of a large one.
    sql`
      select created_at, id, true as "isExact"
      from (${ownIds(sql, accountId, text)}) as own (own_id)
      cross join lateral (
        select created_at, id from transactions
        where account_id = ${accountId} and id = own_id
        limit 1
      ) as payment
      where true ${within('id')}`,
    ...(term === undefined
      ? []
      : [
          sql`
            select created_at, transaction_id as id, false as "isExact" from search_terms
            where account_id = ${accountId} and term = ${term} ${within('transaction_id')}`,
        ]),
  ]
  const rows = await sql<(TransactionCursor & { isExact: boolean })[]>`
    select created_at as "createdAt", id, bool_or("isExact") as "isExact"
    from (${unionAll(sql, parts)}) as parts
    group by created_at, id
    order by created_at desc, id desc
    limit ${limit}`
  return {
    found: rows.map(({ createdAt, id }) => ({ createdAt, id })),
    exact: rows.filter(({ isExact }) => isExact).map(({ id }) => id),
  }
}

/** The payment with this id, or with this name of a payment page. */
const ownIds = (sql: Queryable, accountId: string, text: string) => sql`
  select transaction_id from secure_ids
  where secure_id = ${text} and account_id = ${accountId}
  union all
  select ${isId.test(text) ? text : null}::uuid`

const isId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** A condition: the payment has all terms. */
export const hasTerms = (sql: Queryable, terms: readonly string[]) =>
  terms.reduce(
    (before, term) => sql`${before}
      and exists (
        select from search_terms s
        where s.account_id = t.account_id and s.term = ${term}
          and s.created_at = t.created_at and s.transaction_id = t.id)`,
    sql``,
  )
