import { resumeStoppedCashouts } from '../../kit/resume-stopped-cashouts.ts'
import { until } from '../../kit/time-limit.ts'
import { withoutTriggers } from '../../kit/without-triggers.ts'
import type { AlertDrill, Fault } from './fault.ts'
import { sellTo } from './load.ts'

type Sql = AlertDrill['world']['app']['sql']

const closedDayChanged: Fault = {
  what: 'an entry of a closed day is changed by SQL',
  alerts: ['GuicheClosedDayChanged'],
  async make(drill) {
    const { world, pass } = drill
    const { sql } = world.app
    await sellTo(world.shops[0], 'CREDIT_CARD')
    await pass('PT26H')
    await verifyAll(drill, 1)
    const change = (from: string, to: string) =>
      withoutTriggers(sql, 'ledger_transfers', async (tx) => {
        await tx`
          update ledger_transfers t set effect = ${to}
          from (
            select account_id, number from ledger_transfers
            where effect = ${from} and posted_at < (select closed_until from ledger_closing)
            order by posted_at
            limit 1) as first
          where t.account_id = first.account_id and t.number = first.number`
      })
    await change('sale-fee', 'changed')
    await verifyAll(drill)
    return async () => {
      await change('changed', 'sale-fee')
      await verifyAll(drill)
    }
  },
}

/** Closed days are computed again. A worker that starts takes one at once. */
async function verifyAll({ world, restart }: AlertDrill, least = 0): Promise<void> {
  const { sql } = world.app
  await sql`update ledger_day_checks set checked_at = null`
  const unchecked = async () => {
    const [row] = await sql<{ days: number; left: number }[]>`
      select count(*)::int as days, count(*) filter (where checked_at is null)::int as left
      from ledger_digests left join ledger_day_checks using (date)`
    return row && row.days >= least ? row.left : Number.POSITIVE_INFINITY
  }
  for (let left = await unchecked(); left > 0; left = await unchecked()) {
    await restart('worker')
    await until('one more day is checked', async () => (await unchecked()) < left)
  }
}

const booksBroken: Fault = {
  what: 'the fee of a sale is changed by SQL',
  alerts: ['GuicheLedgerBreach', 'GuicheCashoutsStopped'],
  async make({ world }) {
    const { app, shops } = world
    await sellTo(shops[0], 'CREDIT_CARD')
    const change = async (cents: number) => {
      await withoutTriggers(app.sql, 'ledger_transfers', async (tx) => {
        await tx`
          update ledger_transfers t set amount = amount + ${cents}
          from (
            select account_id, number from ledger_transfers
            where effect = 'sale-fee'
            order by posted_at desc
            limit 1) as last
          where t.account_id = last.account_id and t.number = last.number`
      })
      await auditNow(app.sql)
    }
    await change(5_00)
    return async () => {
      await change(-5_00)
      await until('the books are right', async () => {
        const [row] = await app.sql<{ breaches: number }[]>`select breaches from ledger_samples`
        return row?.breaches === 0
      })
      await resumeStoppedCashouts(app)
    }
  },
}

/** The next audit is due once a minute. */
const auditNow = (sql: Sql) =>
  sql`update ledger_samples set claimed_at = now() - interval '61 seconds'`

export const moneyFaults: readonly Fault[] = [booksBroken, closedDayChanged]
