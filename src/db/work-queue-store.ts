import { defined } from '../primitives/defined.ts'
import { leaseEnd, type TimedSql } from './business-time.ts'
import { columnar } from './columnar.ts'
import type { DueRows } from './due-rows.ts'
import { joined } from './joined.ts'
import { ofAccounts } from './of-accounts.ts'
import type { Queryable } from './pool.ts'
import {
  exactInstant,
  type FoundStuck,
  mostCounted,
  mostSearched,
  type QueueLoad,
  type StuckItem,
  type StuckPage,
} from './queue-load.ts'
import type { Fragment } from './statement.ts'

/**
 * A table whose rows are work: each has the instant at which a worker takes it next. Null: never.
 */
export interface QueueTable<Row extends object, Item> {
  readonly table: string
  /** The name of the table in `columns` and `isReady`. */
  readonly as: string
  /** The column of that instant. */
  readonly due: 'due_at' | 'check_at' | 'release_at'
  /** What identifies a row within its account. Left out: `id`. */
  readonly key?: readonly [string] | readonly [string, string]
  /** The column with its payment. Left out: it belongs to none. */
  readonly transaction?: 'id' | 'transaction_id'
  /** The order of rows that are due at the same instant. Left out: any. */
  readonly thenBy?: string
  /** The column to which each claim adds one. Left out: claims are not counted. */
  readonly counter?: 'queries' | 'attempts'
  /** What a claim reads of a row. */
  columns(sql: Queryable): Fragment
  itemFrom(row: Row): Item
  /** The condition of a row when its instant has come. Left out: none. */
  isReady?(sql: Queryable): Fragment
  /** Which of its rows an operator should look at. Left out: none. */
  readonly stuck?: StuckRows
}

/** Rows that have not succeeded for longer than usual. */
interface StuckRows {
  isStuck(sql: Queryable, now: Date): Fragment
  /** `since`, `attempts` and what else of `StuckItem` the table has. */
  columns(sql: Queryable): Fragment
}

export interface WorkQueue<Item> {
  /** The due work of all accounts. */
  dueRows(db: TimedSql): DueRows
  /**
   * The accounts that have due work, the longest due first. The claim is a second step within one
   * account, because a claim with SKIP LOCKED that names its account also works on a database
   * distributed by account.
   */
  accountsDue(db: TimedSql, limit: number): Promise<string[]>
  /**
   * Leases due work of one account, the longest due first. It is due again `leaseMs` later by the
   * clock of the database, so the work of a dead worker is not lost.
   */
  claim(db: TimedSql, accountId: string, leaseMs: number, limit: number): Promise<Item[]>
  /**
   * Sets when a row is due next. Null: never. The object itself does not change, so the journal is
   * not used. `also` sets other columns. Returns false if the row has another version now.
   */
  schedule(
    sql: Queryable,
    row: VersionedRow,
    dueAt: Date | Fragment | null,
    also?: Fragment,
  ): Promise<boolean>
  /**
   * Makes rows due now if `condition` is true of them. Their `id` is looked up in the column `by`.
   */
  makeDue(sql: Queryable, rows: readonly RowId[], now: Date, target: Target): Promise<void>
  /**
   * Makes the rows of all accounts that are due later, and of which `condition` is true, due now:
   * of the `limit` accounts that would be due first, `limit` rows each.
   */
  makeWaitingDue(db: TimedSql, condition: Fragment, limit: number): Promise<void>
  /**
   * Makes the open rows of one account that are due only after `later` due now: the account is
   * active again, so its providers may receive requests again.
   */
  resume(sql: Queryable, accountId: string, times: ResumeTimes): Promise<void>
  /** SQL of one row: the work that a worker may take now, over all accounts. */
  ready(db: TimedSql): Fragment
  /** How much work there is, over all accounts. */
  load(db: TimedSql): Promise<QueueLoad>
  /** Work that does not succeed, of all accounts, the longest due first. */
  stuck(sql: Queryable, page: StuckPage): Promise<FoundStuck>
}

export interface RowId {
  readonly accountId: string
  readonly id: string
}

interface VersionedRow extends RowId {
  readonly version: number
}

export interface ResumeTimes {
  readonly now: Date
  readonly later: Date
}

interface Target {
  readonly by?: 'id' | 'transaction_id'
  readonly condition: Fragment
}

export function workQueue<Row extends object, Item>(queue: QueueTable<Row, Item>): WorkQueue<Item> {
  const { table, as, due, key = ['id'], thenBy, counter } = queue
  const isDue = (sql: Queryable, now: Date) =>
    sql`${sql(due)} <= ${now} ${queue.isReady ? sql`and ${queue.isReady(sql)}` : sql``}`

  return {
    // The order makes every plan read the index. A plan for any instant expects a third of the rows
    // to be due, and would read the whole table for an EXISTS.
    dueRows: ({ sql, clock }) => ({
      rows: sql`${sql(table)} ${sql(as)} where ${isDue(sql, clock.now())}`,
      order: sql`${sql(due)}`,
    }),

    async accountsDue({ sql, clock }, limit) {
      const rows = await sql<{ accountId: string }[]>`
        select account_id as "accountId" from ${sql(table)} ${sql(as)}
        where ${isDue(sql, clock.now())}
        group by account_id
        order by min(${sql(due)})
        limit ${limit}`
      return rows.map(({ accountId }) => accountId)
    },

    async claim({ sql, clock }, accountId, leaseMs, limit) {
      const names = joined(
        sql,
        key.map((column) => sql`${sql(column)}`),
        sql`, `,
      )
      const isClaimed = joined(
        sql,
        key.map((column) => sql`${sql(as)}.${sql(column)} = due.${sql(column)}`),
        sql` and `,
      )
      const rows = await sql<Row[]>`
        with due as (
          select ${names} from ${sql(table)} ${sql(as)}
          where account_id = ${accountId} and ${isDue(sql, clock.now())}
          order by ${sql(due)} ${thenBy === undefined ? sql`` : sql`, ${sql(thenBy)}`}
          limit ${limit} for update skip locked
        )
        update ${sql(table)} ${sql(as)}
        set ${sql(due)} = ${leaseEnd(sql, clock, leaseMs)}
          ${counter ? sql`, ${sql(counter)} = ${sql(as)}.${sql(counter)} + 1` : sql``}
        from due
        where ${sql(as)}.account_id = ${accountId} and ${isClaimed}
        returning ${queue.columns(sql)}`
      return rows.map((row) => queue.itemFrom(row))
    },

    async schedule(sql, { accountId, id, version }, dueAt, also) {
      const scheduled = await sql`
        update ${sql(table)} set ${sql(due)} = ${dueAt} ${also ? sql`, ${also}` : sql``}
        where account_id = ${accountId} and id = ${id} and version = ${version}
        returning 1`
      return scheduled.length === 1
    },

    async makeDue(sql, rows, now, { by = 'id', condition }) {
      if (rows.length === 0) return
      // As every commit locks them.
      const ordered = [...rows].sort((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)))
      const { columns, arrays } = columnar(ordered, { account_id: 'uuid', id: 'uuid' })
      await sql`
        update ${sql(table)} ${sql(as)} set ${sql(due)} = ${now}
        from unnest(${arrays}) as n (${columns})
        where ${sql(as)}.account_id = n.account_id ${ofAccounts(sql, as, rows)}
          and ${sql(as)}.${sql(by)} = n.id
          and ${condition}`
    },

    async makeWaitingDue({ sql, clock }, condition, limit) {
      const now = clock.now()
      const isWaiting = sql`${condition} and ${sql(due)} > ${now}`
      const accounts = await sql<{ accountId: string }[]>`
        select account_id as "accountId" from ${sql(table)}
        where ${isWaiting}
        group by account_id
        order by min(${sql(due)})
        limit ${limit}`
      for (const { accountId } of accounts)
        await sql`
          update ${sql(table)} set ${sql(due)} = ${now}
          where account_id = ${accountId} and id in (
            select id from ${sql(table)}
            where account_id = ${accountId} and ${isWaiting}
            order by ${sql(due)} limit ${limit} for update skip locked)`
    },

    async resume(sql, accountId, { now, later }) {
      await sql`
        update ${sql(table)} set ${sql(due)} = ${now}
        where (account_id, id) in (
          select account_id, id from ${sql(table)}
          where account_id = ${accountId}
            and status = 'PROCESSING'
            and (${sql(due)} is null or ${sql(due)} > ${later})
          for update skip locked)`
    },

    ready: (db) => readyWork(db, { table, as, due, ...defined({ isReady: queue.isReady }) }),

    load: (db) =>
      loadOf(db, {
        ...{ table, due, account: 'account_id', id: key[0] },
        ...defined({ transaction: queue.transaction, provider: key[1] }),
      }),

    async stuck(sql, { now, limit, after }) {
      if (!queue.stuck) return { items: [] }
      const [id, sub] = key
      const subId = sub === undefined ? sql`''::text` : sql`${sql(sub)}::text`
      const order = sql`${sql(due)}, account_id, ${sql(id)}, ${subId}`
      const rows = await sql<StuckRow[]>`
        select account_id as "accountId", ${sql(id)} as id, ${subId} as "subId",
          ${exactInstant(sql, sql`${sql(due)}`)} as "dueAt", turn = ${mostSearched} as "isEnd",
          ${queue.stuck.isStuck(sql, now)} as "isStuck", ${queue.stuck.columns(sql)}
        from (
          select *, row_number() over (order by ${order}) as turn
          from ${sql(table)}
          where ${sql(due)} is not null
            ${
              after
                ? sql`and (${order}) > (${after.dueAt}::timestamptz, ${after.accountId}::uuid,
                    ${after.id}::uuid, ${after.subId})`
                : sql``
            }
          order by ${order}
          limit ${mostSearched}) as ${sql(as)}
        where (${queue.stuck.isStuck(sql, now)}) or turn = ${mostSearched}
        order by ${order}
        limit ${limit}`
      const items = rows.flatMap(({ isEnd: _, isStuck, ...row }) =>
        isStuck ? [{ ...unknownOfStuck, ...row }] : [],
      )
      const end = items.length < limit ? rows.find(({ isEnd }) => isEnd) : undefined
      return { items, ...(end && { end }) }
    },
  }
}

/**
 * SQL of one row: `due` is how many rows a worker may take now, at most `mostCounted`, and
 * `seconds` for how long the first of them has waited.
 */
export function readyWork(
  { sql, clock }: TimedSql,
  {
    table,
    as,
    due,
    isReady,
  }: Pick<QueueTable<object, unknown>, 'table' | 'as' | 'isReady'> & {
    readonly due: string
  },
): Fragment {
  const now = clock.now()
  const found = sql`
    from ${sql(table)} ${sql(as)}
    where ${sql(due)} <= ${now} ${isReady ? sql`and ${isReady(sql)}` : sql``}`
  return sql`
    select (select count(*)::int from (select true ${found} limit ${mostCounted}) as n) as due,
      (
        select extract(epoch from ${now}::timestamptz - ${sql(due)})::float8
        ${found}
        order by ${sql(due)}
        limit 1
      ) as seconds`
}

type StuckRow = Pick<StuckItem, 'accountId' | 'id' | 'subId' | 'dueAt' | 'since'> &
  Partial<StuckItem> & { readonly isEnd: boolean; readonly isStuck: boolean }

const unknownOfStuck = {
  attempts: null,
  transactionId: null,
  providerId: null,
  reference: null,
  amount: null,
  lastError: null,
}

/** A table of work, and its columns. */
interface LoadedTable {
  readonly table: string
  readonly due: string
  readonly id: string
  readonly account?: string
  readonly transaction?: string
  readonly provider?: string
}

/**
 * The content of a table with an index of its instants. Each part reads a range of that index, and
 * stops where the count does.
 */
export async function loadOf(
  { sql, clock }: TimedSql,
  { table, due, id, account, transaction, provider }: LoadedTable,
): Promise<QueueLoad> {
  const now = clock.now()
  const idIn = (column: string | undefined) =>
    column === undefined ? sql`null::uuid` : sql`${sql(column)}`
  const [row] = await sql<Omit<QueueLoad, 'inHand'>[]>`
    select
      (select count(*)::int from (
        select true from ${sql(table)} where ${sql(due)} <= ${now} limit ${mostCounted}) as d
      ) as due,
      (select min(${sql(due)}) from ${sql(table)} where ${sql(due)} <= ${now}) as "oldestDueAt",
      (
        select json_build_object('accountId', ${idIn(account)}, 'id', ${sql(id)},
          'transactionId', ${idIn(transaction)}, 'providerId', ${idIn(provider)})
        from ${sql(table)}
        where ${sql(due)} <= ${now}
        order by ${sql(due)}
        limit 1
      ) as oldest,
      (select min(${sql(due)}) from ${sql(table)} where ${sql(due)} > ${now}) as "nextDueAt"`
  if (!row) throw new Error('a query without a row')
  return { ...row, inHand: null }
}
