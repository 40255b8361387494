import type { Sql } from '../db/pool.ts'

/** A payment whose provider is asked by its own reference. */
export interface SweptPayment {
  readonly accountId: string
  readonly id: string
}

/**
 * Payments of a provider that may have changed after the instant of a restore: those that wait or
 * are authorized, and those that ended or were paid since `touchedSince`. By key, after `after`.
 */
export const paymentsToSweep = (
  sql: Sql,
  {
    providerId,
    touchedSince,
    after,
    limit,
  }: {
    readonly providerId: string
    readonly touchedSince: Date
    readonly after: SweptPayment
    readonly limit: number
  },
): Promise<SweptPayment[]> =>
  sql.begin(
    (tx) => tx<SweptPayment[]>`
      select account_id as "accountId", id from transactions
      where (account_id, id) > (${after.accountId}::uuid, ${after.id}::uuid)
        and provider_id = ${providerId}
        and (status in ('WAITING_PAYMENT', 'AUTHORIZED')
          or status in ('PAID', 'CANCELED', 'IN_PROTEST') and updated_at >= ${touchedSince})
      order by account_id, id
      limit ${limit}`,
    { statementMs: 120_000 },
  )

/** Cashouts that wait to be sent: what the merchant canceled after the instant waits again. */
export async function waitingCashoutCount(sql: Sql, until: Date): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from cashouts where status = 'PENDING' and created_at <= ${until}`
  return row?.count ?? 0
}
