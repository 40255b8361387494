import { columnar } from '../db/columnar.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { RowWriter } from '../journal/change.ts'
import type { LinkUseStep } from './link-use.ts'

/**
 * Counts the uses of payment links with the steps of their payments, and lets a worker look. Its
 * rows are locked in one order, before the statement that changes them.
 */
export const linkUsesWriter: RowWriter<LinkUseStep> = {
  name: 'link-uses',
  async write(tx, rows) {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      link_id: 'uuid',
      taken: 'int',
      paid: 'int',
      paid_amount: 'bigint',
      is_looked_at: 'boolean',
      at: 'timestamptz',
    })
    await Promise.all([
      tx`
        select from payment_link_uses
        where (account_id, link_id) in (
          select account_id, link_id from unnest(${arrays}) as n (${columns}))
          ${ofAccounts(tx, 'payment_link_uses', rows)}
        order by account_id, link_id
        for update`,
      tx`
        update payment_link_uses u
        set taken = u.taken + n.taken, paid = u.paid + n.paid,
          paid_amount = u.paid_amount + n.paid_amount,
          check_at = case when n.is_looked_at then n.at else u.check_at end
        from (
          select account_id, link_id, sum(taken)::int as taken, sum(paid)::int as paid,
            sum(paid_amount)::bigint as paid_amount, bool_or(is_looked_at) as is_looked_at,
            max(at) as at
          from unnest(${arrays}) as n (${columns})
          group by account_id, link_id
        ) as n
        where u.account_id = n.account_id ${ofAccounts(tx, 'u', rows)} and u.link_id = n.link_id`,
    ])
    return []
  },
}
