import { columnar } from '../db/columnar.ts'
import type { DueRows } from '../db/due-rows.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import { exactInstant, type FoundStuck, type StuckItem, type StuckPage } from '../db/queue-load.ts'
import type { RowWriter } from '../journal/change.ts'
import { lostById } from '../journal/lost-rows.ts'
import { hourMs } from '../primitives/durations.ts'

/** An address at which every attempt has failed for a while. */
export interface FailingAddress {
  readonly accountId: string
  readonly id: string
  /** Scheme, host and port. */
  readonly endpoint: string
  readonly since: Date
}

/** The failing addresses whose merchant was not notified. */
export const unnotifiedRows = ({ sql }: { readonly sql: Sql }): DueRows => ({
  rows: sql`failing_webhook_addresses where told_at is null`,
})

/** Addresses whose merchant was not notified yet, the longest failing first. */
export const unnotifiedAddresses = (sql: Sql, since: Date, limit: number) => sql<FailingAddress[]>`
  select account_id as "accountId", id, endpoint, since
  from failing_webhook_addresses
  where told_at is null and since <= ${since}
  order by since
  limit ${limit}`

/**
 * Deletes an address to which no endpoint of its account leads any more. If a `postbackUrl` still
 * does, its next failure adds it again.
 */
export async function forgetLeftAddress(
  sql: Queryable,
  { accountId, endpoint }: Pick<FailingAddress, 'accountId' | 'endpoint'>,
): Promise<void> {
  await sql`
    delete from failing_webhook_addresses
    where account_id = ${accountId} and endpoint = ${endpoint}
      and not exists (
        select from webhook_endpoints w
        where w.account_id = ${accountId} and w.origin = ${endpoint} and w.status <> 'deleted')`
}

/** Addresses that fail for an hour or longer, of all accounts, the longest failing first. */
export async function stuckAddresses(
  sql: Queryable,
  { now, limit, after }: StuckPage,
): Promise<FoundStuck> {
  const items = await sql<StuckItem[]>`
    select account_id as "accountId", id, '' as "subId", since,
      ${exactInstant(sql, sql`since`)} as "dueAt", endpoint as reference, null as attempts,
      null as "transactionId", null as "providerId", null as amount, null as "lastError"
    from failing_webhook_addresses
    where since <= ${new Date(now.getTime() - hourMs)}
      ${
        after
          ? sql`and (since, account_id, id)
              > (${after.dueAt}::timestamptz, ${after.accountId}::uuid, ${after.id}::uuid)`
          : sql``
      }
    order by since, account_id, id
    limit ${limit}`
  return { items }
}

/** An address whose merchant is notified at that instant. */
export interface NotifiedAddress extends Pick<FailingAddress, 'accountId' | 'id' | 'endpoint'> {
  readonly toldAt: Date
}

/**
 * Marks that its merchant is notified. Loses when the address recovered or another worker was
 * first.
 */
export const notifiedAddressesWriter: RowWriter<NotifiedAddress> = {
  name: 'failing-webhook-addresses',
  async write(tx, rows) {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      endpoint: 'text',
      id: 'uuid',
      told_at: 'timestamptz',
    })
    const written = await tx<{ id: string }[]>`
      update failing_webhook_addresses f set told_at = n.told_at
      from unnest(${arrays}) as n (${columns})
      where f.account_id = n.account_id ${ofAccounts(tx, 'f', rows)}
        and f.endpoint = n.endpoint
        and f.id = n.id
        and f.told_at is null
      returning f.id`
    return lostById(rows, written)
  },
}
