import { columnar } from '../db/columnar.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { RowWriter } from '../journal/change.ts'

/**
 * Marks the disputes of a payment that can take more than before, for example when a refund fails.
 * Never loses.
 */
export const recheckShortfallWriter: RowWriter<{
  readonly accountId: string
  readonly transactionId: string
}> = {
  name: 'disputes-more-at-stake',
  async write(tx, rows) {
    const { arrays } = columnar(rows, { account_id: 'uuid', transaction_id: 'uuid' })
    await tx`
      update disputes set short = true
      where case
          when status = 'WON' then false
          when status = 'LOST' then lost_amount < provider_took
          else held < amount
        end
        and (account_id, transaction_id) in (select * from unnest(${arrays}))
        ${ofAccounts(tx, 'disputes', rows)}`
    return []
  },
}
