import type { Queryable } from '../../db/pool.ts'
import { askedKinds, type Difference } from './case.ts'

/**
 * What a file says has happened and we hold as open is asked of its provider now, by the workers that ask anyway: only
 * the provider's own answer changes anything. Answers whether there is anything to ask.
 */
export async function askAgain(sql: Queryable, providerId: string, opened: readonly Difference[]): Promise<boolean> {
  const asked = opened.filter(({ kind }) => askedKinds.includes(kind))
  if (asked.length === 0) return false
  const of = (type: Difference['objectType']) => {
    const these = asked.filter(({ objectType }) => objectType === type)
    return {
      accounts: these.map(({ accountId }) => accountId ?? null),
      ids: these.map(({ objectId }) => objectId ?? null),
    }
  }
  const [transactions, refunds, cashouts] = [of('transaction'), of('refund'), of('cashout')]
  await sql`
    update attempts a set due_at = business_now()
    from unnest(${transactions.accounts}::uuid[], ${transactions.ids}::uuid[]) as o (account_id, id)
    where a.account_id = o.account_id and a.transaction_id = o.id and a.state <> 'voided'
      and (a.state <> 'sending' or a.due_at is null)`
  await sql`
    update transactions t set check_at = business_now()
    from unnest(${transactions.accounts}::uuid[], ${transactions.ids}::uuid[]) as o (account_id, id)
    where t.account_id = o.account_id and t.id = o.id
      and (t.method <> 'CREDIT_CARD' and t.status in ('WAITING_PAYMENT', 'CANCELED') or t.status = 'AUTHORIZED')`
  await sql`
    update refunds r set due_at = business_now()
    from unnest(${refunds.accounts}::uuid[], ${refunds.ids}::uuid[]) as o (account_id, id)
    where r.account_id = o.account_id and r.id = o.id and (r.status = 'PROCESSING' or r.payout is not null
      and r.status = 'COMPLETED')`
  await sql`
    update cashouts c set check_at = business_now()
    from unnest(${cashouts.accounts}::uuid[], ${cashouts.ids}::uuid[]) as o (account_id, id)
    where c.account_id = o.account_id and c.id = o.id and c.status in ('PROCESSING', 'COMPLETED')`
  if (asked.some(({ kind }) => kind === 'dispute-unknown'))
    await sql`update dispute_sweeps set due_at = business_now() where provider_id = ${providerId}`
  return true
}
