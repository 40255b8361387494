import type { Sql, Tx } from '../db/pool.ts'
import type { RowWriter } from '../journal/change.ts'
import { indexesMissing } from '../journal/event-store.ts'

/** An address at which every try has failed for a while. */
export interface FailingAddress {
  readonly accountId: string
  readonly id: string
  /** Scheme, host and port. */
  readonly endpoint: string
  readonly since: Date
}

/** Those whose merchant was not told yet, the longest failing first. */
export const untoldAddresses = (sql: Sql, since: Date, limit: number) => sql<FailingAddress[]>`
  select account_id as "accountId", id, endpoint, since from failing_webhook_addresses
  where told_at is null and since <= ${since} order by since limit ${limit}`

/** An address whose merchant is told at that instant. */
export interface ToldAddress extends Pick<FailingAddress, 'accountId' | 'id' | 'endpoint'> {
  readonly toldAt: Date
}

/** Marks that its merchant is told; lost when it recovered or somebody else was faster. */
export const toldAddressesWriter: RowWriter<ToldAddress> = {
  name: 'failing-webhook-addresses',
  async write(tx: Tx, rows) {
    const told = await tx<{ id: string }[]>`
      update failing_webhook_addresses f set told_at = mine.told_at
      from unnest(
        ${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.endpoint)}::text[],
        ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.toldAt.toISOString())}::timestamptz[])
        as mine (account_id, endpoint, id, told_at)
      where f.account_id = mine.account_id and f.endpoint = mine.endpoint and f.id = mine.id and f.told_at is null
      returning f.id`
    return indexesMissing(rows, new Set(told.map(({ id }) => id)), (row) => row.id)
  },
}
