import { type WorkKind, workKinds } from '../../contract/work.ts'
import { approvalQueue } from '../approvals/approval-store.ts'
import { cashoutQueue } from '../cashout/cashout-queue-store.ts'
import type { TimedSql } from '../db/business-time.ts'
import { mostCounted, mostSearched } from '../db/queue-load.ts'
import type { Fragment } from '../db/statement.ts'
import { unionAll } from '../db/union-all.ts'
import { readyWork } from '../db/work-queue-store.ts'
import { checkQueue, removalQueue } from '../device-pay/registration-store.ts'
import { disputeQueue } from '../disputes/dispute-queue-store.ts'
import { mailQueue } from '../mail/mail-store.ts'
import type { MonthlyTable } from '../months/month.ts'
import { monthNumbers } from '../months/month-store.ts'
import { hourMs } from '../primitives/durations.ts'
import { refundQueue } from '../refunds/refund-store.ts'
import { receivableQueue } from '../settlement/receivable-store.ts'
import { attemptQueue } from '../transactions/card/attempt-store.ts'
import { unsentRemittances } from '../transactions/remittance/remittance-file-store.ts'
import { transactionQueue } from '../transactions/transaction-store.ts'
import { readyDeliveries } from '../webhooks/delivery-store.ts'

/** Work that a worker may take now. `seconds`: for how long the first of it has waited. */
export interface ReadyWork {
  readonly due: number
  readonly seconds: number | null
}

/** Objects whose provider has not given a definite result. */
export interface InDoubt {
  readonly count: number
  readonly seconds: number | null
}

export interface OpenCashouts {
  readonly count: number
  /** Cents. */
  readonly amount: number
}

export interface MonthNumbers {
  /** Months that exist before they begin. */
  readonly ahead: number
  /** Months that wait for their export. */
  readonly detached: number
  /** Rows without a partition of their month. */
  readonly otherBytes: number
}

/** What the database holds, for the metrics. Ages are in seconds at the time of the reading. */
export interface StoredNumbers {
  readonly work: Readonly<Record<WorkKind, ReadyWork>>
  readonly doubt: Readonly<Record<'sale' | 'refund' | 'cashout', InDoubt>>
  readonly cashouts: Readonly<Record<'pending' | 'processing', OpenCashouts>>
  /** Cents in the books of all merchants. */
  readonly money: Readonly<Record<'pending' | 'available' | 'blocked' | 'debt', number>>
  /** Null: the books were never checked. */
  readonly breaches: number | null
  readonly sampleSeconds: number | null
  /** Closed days whose transfers no longer have their digest. */
  readonly changedDays: number
  readonly isCashoutStopped: boolean
  readonly openCases: number
  readonly oldestCaseSeconds: number | null
  readonly failingAddresses: number
  readonly mailsWaiting: number
  readonly oldestMailSeconds: number | null
  /** Of the last seven days. */
  readonly mailsGivenUp: number
  /** Of providers that take files: for how long the oldest instruction waits for its file. */
  readonly remittanceSeconds: Readonly<Record<string, number>>
  /** The partitions of each monthly table. */
  readonly months: Readonly<Record<MonthlyTable, MonthNumbers>>
  /** Of all programs at this PostgreSQL server. */
  readonly serverConnections: number
  readonly serverConnectionsLimit: number
}

/**
 * Reads all of it in one statement. Each part reads an index up to a limit, or a table with few
 * rows: one for each account is the largest.
 */
export async function storedNumbers(db: TimedSql): Promise<StoredNumbers> {
  const { sql, clock } = db
  const now = clock.now()
  const age = (column: Fragment) => sql`extract(epoch from ${now}::timestamptz - ${column})::float8`
  const work = unionAll(
    sql,
    workKinds.map((kind) => sql`select ${kind} as kind, w.* from (${ready[kind](db)}) as w`),
  )
  const inDoubt = (rows: Fragment, since: Fragment) => sql`
    select json_build_object('count', count(*), 'seconds', ${age(sql`min(${since})`)})
    from (${rows}) as r`
  const open = (rows: Fragment) => sql`
    select json_build_object('count', count(*), 'amount', coalesce(sum(amount), 0))
    from (${rows}) as r`
  const [row] = await sql<[StoredNumbers]>`
    select
      (
        select json_object_agg(kind, json_build_object('due', due, 'seconds', seconds))
        from (${work}) as work
      ) as work,
      json_build_object(
        'sale', (${inDoubt(
          sql`
            select sent_at from (
              select sent_at, state from attempts
              where due_at is not null order by due_at limit ${mostSearched}) as a
            where state in ('sending', 'unknown')`,
          sql`sent_at`,
        )}),
        'refund', (${inDoubt(
          sql`
            select created_at from (
              select created_at, status from refunds
              where due_at is not null order by due_at limit ${mostSearched}) as a
            where status = 'PROCESSING'`,
          sql`created_at`,
        )}),
        'cashout', (${inDoubt(
          sql`
            select sent_at from (
              select sent_at, status from cashouts
              where check_at is not null order by check_at limit ${mostSearched}) as a
            where status = 'PROCESSING'`,
          sql`sent_at`,
        )})
      ) as doubt,
      json_build_object(
        'pending', (${open(sql`
          select amount from cashouts
          where status = 'PENDING' order by created_at limit ${mostSearched}`)}),
        'processing', (${open(sql`
          select amount from (
            select amount, status from cashouts
            where check_at is not null order by check_at limit ${mostSearched}) as c
          where status = 'PROCESSING'`)})
      ) as cashouts,
      (
        select json_build_object('pending', coalesce(sum(pending), 0),
          'available', coalesce(sum(available), 0), 'blocked', coalesce(sum(blocked), 0),
          'debt', coalesce(sum(debt), 0))
        from balances
      ) as money,
      (select breaches from ledger_samples) as breaches,
      (select extract(epoch from now() - sampled_at)::float8 from ledger_samples)
        as "sampleSeconds",
      (select count(*)::int from ledger_day_checks where not is_same) as "changedDays",
      exists (select true from cashout_stops where resumed_at is null) as "isCashoutStopped",
      (select count(*)::int from reconciliation_cases where status = 'OPEN') as "openCases",
      (select ${age(sql`min(opened_at)`)} from reconciliation_cases where status = 'OPEN')
        as "oldestCaseSeconds",
      (
        select count(*)::int
        from (
          select true from failing_webhook_addresses
          where since <= ${new Date(now.getTime() - hourMs)}
          limit ${mostCounted}) as f
      ) as "failingAddresses",
      (select count(*)::int from mails where state = 'waiting') as "mailsWaiting",
      (select ${age(sql`min(created_at)`)} from mails where state = 'waiting')
        as "oldestMailSeconds",
      (
        select count(*)::int
        from mails
        where state = 'given-up' and settled_at >= ${new Date(now.getTime() - weekMs)}
      ) as "mailsGivenUp",
      (
        select coalesce(json_object_agg(provider_id, ${age(sql`since`)}), '{}')
        from (${unsentRemittances(db)}) as u
      ) as "remittanceSeconds",
      (${monthNumbers(sql, now)}) as months,
      (select sum(numbackends)::int from pg_stat_database) as "serverConnections",
      current_setting('max_connections')::int as "serverConnectionsLimit"`
  return row
}

const ready: Readonly<Record<WorkKind, (db: TimedSql) => Fragment>> = {
  attempts: attemptQueue.ready,
  charges: transactionQueue.ready,
  refunds: refundQueue.ready,
  receivables: receivableQueue.ready,
  disputes: disputeQueue.ready,
  'dispute-polls': (db) => readyWork(db, { table: 'dispute_sweeps', as: 's', due: 'due_at' }),
  cashouts: cashoutQueue.ready,
  'cashout-schedules': (db) =>
    readyWork(db, { table: 'cashout_schedules', as: 's', due: 'next_at' }),
  deliveries: readyDeliveries,
  'domain-checks': checkQueue.ready,
  'domain-removals': removalQueue.ready,
  reconciliations: (db) => readyWork(db, { table: 'reconciliations', as: 'r', due: 'next_at' }),
  approvals: approvalQueue.ready,
  mails: mailQueue.ready,
}

const weekMs = 7 * 24 * hourMs
