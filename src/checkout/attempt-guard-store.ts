import { columnar } from '../db/columnar.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { RowWriter } from '../journal/change.ts'
import { lostRows } from '../journal/lost-rows.ts'

/** A transaction that is about to be created for a session. */
export interface CheckoutAttempt {
  readonly accountId: string
  readonly sessionId: string
  readonly at: Date
}

/**
 * Writes nothing: it decides, in the commit that creates a transaction, whether its session takes
 * it. An attempt loses if the session has expired or has another transaction that is neither
 * refused nor canceled, and if its link is inactive or has no use left. The uses were counted and
 * locked by `link-uses`. Of several attempts for the last uses, the later ones of the batch lose.
 */
export const checkoutAttemptsWriter: RowWriter<CheckoutAttempt> = {
  name: 'checkout-attempts',
  async write(tx, rows) {
    const { columns, arrays } = columnar(rows, {
      account_id: 'uuid',
      session_id: 'uuid',
      at: 'timestamptz',
    })
    const [, allowed] = await Promise.all([
      // Two processes that attempt one session wait for each other here.
      tx`
        select from checkout_sessions
        where (account_id, id) in (
          select account_id, session_id from unnest(${arrays}) as n (${columns}))
          ${ofAccounts(tx, 'checkout_sessions', rows)}
        order by account_id, id
        for update`,
      tx<{ key: string }[]>`
        select n.account_id || n.session_id::text as key
        from (
          select n.*, s.link_id, s.expires_at,
            row_number() over (
              partition by n.account_id, s.link_id order by n.place desc) as from_last
          from unnest(${arrays}) with ordinality as n (${columns}, place)
          join checkout_sessions s on s.account_id = n.account_id and s.id = n.session_id
            ${ofAccounts(tx, 's', rows)}
        ) as n
        left join payment_links l on l.account_id = n.account_id and l.id = n.link_id
          ${ofAccounts(tx, 'l', rows)}
        left join payment_link_uses u on u.account_id = n.account_id and u.link_id = n.link_id
          ${ofAccounts(tx, 'u', rows)}
        where n.expires_at > n.at
          and (l.id is null or l.status = 'ACTIVE')
          and (l.max_uses is null or n.from_last > u.taken - l.max_uses)
          and not exists (
            select from transactions t
            where t.account_id = n.account_id ${ofAccounts(tx, 't', rows)}
              and t.checkout_session_id = n.session_id
              and t.status not in ('REFUSED', 'CANCELED'))
        order by n.place`,
    ])
    const isAllowed = new Set(allowed.map(({ key }) => key))
    // Of two attempts of one session in a batch, the second one has lost.
    return lostRows(rows, isAllowed, ({ accountId, sessionId }) => accountId + sessionId)
  },
}
