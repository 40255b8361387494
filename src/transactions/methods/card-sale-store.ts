import type { Queryable } from '../../db/pool.ts'

/**
 * The condition of the indexes `transactions_by_tid` and `transactions_by_nsu`. The method is a
 * literal and not a parameter: PostgreSQL uses the index in a prepared statement only if the text
 * of the statement implies it.
 */
export const isCardSale = (sql: Queryable, of = sql``) => sql`${of}method = 'CREDIT_CARD'`
