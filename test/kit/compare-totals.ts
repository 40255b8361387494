import assert from 'node:assert/strict'
import type { App } from '../../src/app.ts'
import { countTotals } from '../../src/overview/count-totals.ts'
import { progressOf } from '../../src/overview/totals-store.ts'
import { methodsWith } from '../../src/transactions/methods/methods.ts'

type Context = Pick<App, 'sql' | 'log'>

/** The totals by day equal what is stored, also after they were counted again from the start. */
export async function compareTotals(app: Context, accountId: string): Promise<void> {
  await countAll(app, accountId)
  const [stored, counted] = await Promise.all([storedOf(app, accountId), countedOf(app, accountId)])
  assert.deepEqual(counted, stored, 'the totals')
  await app.sql`update totals_cursors set rule = 0 where account_id = ${accountId}`
  await countAll(app, accountId)
  assert.deepEqual(await countedOf(app, accountId), stored, 'the totals, counted again')
}

async function countAll(app: Context, accountId: string): Promise<void> {
  const isBehind = async () => {
    const [row] = await app.sql<{ isOld: boolean }[]>`
      select rule = 0 as "isOld" from totals_cursors where account_id = ${accountId}`
    return row === undefined || row.isOld || (await progressOf(app.sql, accountId)).behind > 0
  }
  while (await isBehind()) await countTotals(app)
}

const countedOf = async ({ sql }: Context, accountId: string) => ({
  outcomes: await sql`
    select day, method, outcome, reason, count, amount
    from outcome_days
    where account_id = ${accountId}
    order by day, method, outcome, reason`,
  transfers: await sql`
    select day, cause_type, effect, debit_book, credit_book, count, amount
    from transfer_days
    where account_id = ${accountId}
    order by day, cause_type, effect, debit_book, credit_book`,
  receivables: await sql`
    select due_on, scheduled, settled
    from receivable_days
    where account_id = ${accountId} and (scheduled <> 0 or settled <> 0)
    order by due_on`,
})

async function storedOf({ sql }: Context, accountId: string) {
  const charges = methodsWith('isCharge')
  const local = (instant: 'created_at' | 'at') =>
    sql`(${sql(instant)} at time zone 'America/Sao_Paulo')::date`
  return {
    outcomes: await sql`
      with outcomes as (
        select ${local('created_at')} as day, method, 'created' as outcome, '' as reason,
          coalesce((facts #>> '{pix,due,terms,original}')::bigint, amount) as amount
        from transactions
        where account_id = ${accountId} and method = any(${charges}::text[])
        union all
        select ${local('at')}, method, 'approved', '', amount
        from transactions t cross join lateral (
          select min(occurred_at) as at from events e
          where e.account_id = t.account_id and e.object_id = t.id
            and e.type in ('transaction.authorized', 'transaction.paid')
        ) as first
        where account_id = ${accountId} and not method = any(${charges}::text[])
          and at is not null
        union all
        select ${local('at')}, method, 'refused', left(facts ->> 'refusedReason', 120), amount
        from transactions t cross join lateral (
          select min(occurred_at) as at from events e
          where e.account_id = t.account_id and e.object_id = t.id
            and e.type = 'transaction.refused'
        ) as first
        where account_id = ${accountId} and not method = any(${charges}::text[])
          and status = 'REFUSED'
      )
      select day, method, outcome, reason, count(*) as count, sum(amount)::bigint as amount
      from outcomes
      group by day, method, outcome, reason
      order by day, method, outcome, reason`,
    transfers: await sql`
      select day, cause_type, effect, debit_book, credit_book, count(*) as count,
        sum(amount)::bigint as amount
      from (
        select (posted_at at time zone 'America/Sao_Paulo')::date as day, cause_type,
          substring(effect from '^[a-z]+(?:-[a-z]+)*') as effect, debit_book, credit_book, amount
        from ledger_transfers
        where account_id = ${accountId}
      ) as t
      group by day, cause_type, effect, debit_book, credit_book
      order by day, cause_type, effect, debit_book, credit_book`,
    receivables: await sql`
      select due_on,
        sum(case when status = 'SCHEDULED' then gross - fee - taken else 0 end)::bigint
          as scheduled,
        sum(case when status = 'SETTLED' then gross - fee - taken else 0 end)::bigint as settled
      from receivables
      where account_id = ${accountId}
      group by due_on
      having sum(gross - fee - taken) <> 0
      order by due_on`,
  }
}
