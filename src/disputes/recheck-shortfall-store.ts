import type { RowWriter } from '../journal/change.ts'

/** More of a payment can be taken than its disputes knew, as when a refund fails: they look again. Never loses. */
export const moreAtStakeWriter: RowWriter<{ readonly accountId: string; readonly transactionId: string }> = {
  name: 'disputes-more-at-stake',
  async write(tx, rows) {
    await tx`
      update disputes set short = true
      where case status when 'WON' then false when 'LOST' then lost_amount < provider_took else held < amount end
        and (account_id, transaction_id) in (
          select * from unnest(${rows.map((row) => row.accountId)}::uuid[],
            ${rows.map((row) => row.transactionId)}::uuid[]))`
    return []
  },
}
