import { columnar } from '../db/columnar.ts'
import { ofAccounts } from '../db/of-accounts.ts'
import type { Queryable, Sql, Tx } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'
import { type RowWriter, type Write, write } from '../journal/change.ts'
import { type Cents, cents } from '../primitives/money.ts'
import {
  type Balance,
  emptyBalance,
  type MerchantBook,
  merchantBooks,
  type Posting,
  uncovered,
} from './posting.ts'

/**
 * The rows of a change that post these transfers, all or none. The change loses by `balancesWriter`
 * when a book has too little, and by `transfersWriter` when an effect was posted before.
 */
export const post = (posting: Posting): Write[] =>
  posting.length === 0 ? [] : [write(balancesWriter, posting), write(transfersWriter, posting)]

/**
 * Locks the balances and checks that they cover the postings. Runs before `transfersWriter`, with
 * the same rows.
 */
export const balancesWriter: RowWriter<Posting> = {
  name: 'balances',
  async write(tx, postings) {
    const accounts = accountsOf(postings)
    const [, , rows] = await Promise.all([
      // No day is closed while a posting into it is in progress.
      tx`select pg_advisory_xact_lock_shared(${closingLockKey})`,
      tx`
        insert into balances (account_id)
        select * from unnest(${accounts}::uuid[])
        on conflict do nothing`,
      // Rows are created first and locked in one order, because a missing row cannot be locked.
      tx<BalanceRow[]>`
        select ${balanceColumns(tx)} from balances
        where account_id = any(${accounts}::uuid[])
        order by account_id
        for update`,
    ])
    return uncovered(new Map(rows.map((row) => [row.accountId, balanceFrom(row)])), postings)
  },
  // The statement of `transfersWriter` locks and checks the balances.
  writeAll: (sql) => [sql`select pg_advisory_xact_lock_shared(${closingLockKey})`],
}

/**
 * Appends transfers after the last ones of their accounts and updates the balances with them. Newly
 * available money pays a debt first. A transfer whose effect was posted before loses.
 */
export const transfersWriter: RowWriter<Posting> = {
  name: 'ledger-transfers',
  async write(tx, postings) {
    const owners = postings.flatMap((posting, index) => posting.map(() => index))
    const [repeated] = await Promise.all([append(tx, postings), payDebts(tx, postings)])
    return [...new Set(repeated.flatMap(({ n }) => owners[n - 1] ?? []))]
  },
  writeAll: (sql, postings) => {
    const accounts = accountsOf(postings)
    return [
      sql`
        with locked as materialized (
          select * from balances
          where account_id = any(${accounts}::uuid[])
          order by account_id
          for update
        ), ${covered(sql, postings, sql`locked`)},
          posted as (${insertCovered(sql)}), moved as (${moveBalances(sql, postings)})
        select require_rows((select count(*) from posted), ${postings.flat().length}),
          require_rows((select count(*) from running where ${needsOrder(sql)}), 0)`,
    ]
  },
}

/**
 * Appends the transfers and returns those whose effect was posted before. On a distributed database
 * each table has a statement of its own: Citus copies the rows of a clause from which another one
 * inserts to every server, and then each of these takes part in the commit. The balances are locked
 * and change last, so all statements find the same rows.
 */
async function append(tx: Tx, postings: readonly Posting[]): Promise<readonly Numbered[]> {
  const rows = covered(tx, postings, tx`balances`)
  if (tx.shards === undefined)
    return tx<Numbered[]>`
      with ${rows}, posted as (${insertCovered(tx)}), moved as (${moveBalances(tx, postings)})
      select n from covered
      where (account_id, number) not in (select account_id, number from posted)`
  const [all, posted] = await Promise.all([
    tx<(Numbered & TransferKey)[]>`with ${rows} select n, account_id, number from covered`,
    tx<TransferKey[]>`with ${rows} ${insertCovered(tx)}`,
    tx`with ${rows} ${moveBalances(tx, postings)}`,
  ])
  const keys = new Set(posted.map(keyOf))
  return all.filter((row) => !keys.has(keyOf(row)))
}

/** A transfer by its place among the rows of its statement, from 1. */
interface Numbered {
  readonly n: number
}

interface TransferKey {
  readonly account_id: string
  readonly number: number
}

const keyOf = ({ account_id, number }: TransferKey) => `${account_id} ${number}`

/** Pays debts with available money. */
function payDebts(tx: Tx, postings: readonly Posting[]): PromiseLike<unknown> {
  const running = tx`
    running as (
      select account_id, last_number + 1 as number, gen_random_uuid() as id,
        'available' as debit_book, 'debt' as credit_book, least(available, debt) as amount,
        'transfer' as cause_type, l.id as cause_id, 'debt-payment' as effect, l.transaction_id,
        l.posted_at, b.pending, available - least(available, debt) as available, b.blocked,
        debt - least(available, debt) as debt
      from balances b join ledger_transfers l using (account_id)
      where account_id = any(${accountsOf(postings)}::uuid[]) and l.number = last_number
        and available > 0 and debt > 0
    )`
  const insert = tx`
    insert into ledger_transfers (${transferColumns(tx)})
    select account_id, number, id, debit_book, credit_book, amount, cause_type, cause_id,
      effect, transaction_id, null::uuid, posted_at, pending, available, blocked, debt,
      ${seal(tx)}
    from running`
  const update = tx`
    update balances b set available = r.available, debt = r.debt, last_number = r.number
    from running r where b.account_id = r.account_id ${ofAccounts(tx, 'b', postings.flat())}`
  return tx.shards === undefined
    ? tx`with ${running}, posted as (${insert}) ${update}`
    : Promise.all([tx`with ${running} ${insert}`, tx`with ${running} ${update}`])
}

/**
 * The clauses that end in `covered`, the transfers to append. `insertCovered` and `moveBalances`
 * write them. `balances` names the rows of the balances, which the database transaction has locked.
 *
 *     given ── + balances, + the last closed day ──► running: each transfer with the books after it
 *                                                      │
 *                                                      ▼
 *                      insertCovered  ◄───────────── covered ───────────►  moveBalances
 */
function covered(sql: Queryable, postings: readonly Posting[], balances: Fragment): Fragment {
  const rows = postings.flat()
  const { columns, arrays } = columnar(rows, {
    account_id: 'uuid',
    id: 'uuid',
    debit_book: ['text', (row) => row.debit],
    credit_book: ['text', (row) => row.credit],
    amount: 'bigint',
    cause_type: ['text', (row) => row.cause.type],
    cause_id: ['uuid', (row) => row.cause.id],
    effect: ['text', (row) => row.cause.effect],
    transaction_id: 'uuid',
    receivable_id: 'uuid',
    at: ['timestamptz', (row) => row.postedAt],
  })
  return sql`
    given as (
      select *, ${delta(sql, 'pending')} as d_pending, ${delta(sql, 'available')} as d_available,
        ${delta(sql, 'blocked')} as d_blocked, -${delta(sql, 'debt')} as d_debt
      from unnest(${arrays}) with ordinality as t (${columns}, n)
    ), running as (
      select g.*, b.last_number + row_number() over w as number,
        greatest(max(g.at) over w, b.last_posted_at, c.closed_until) as posted_at,
        (b.pending + sum(d_pending) over w)::bigint as pending,
        (b.available + sum(d_available) over w)::bigint as available,
        (b.blocked + sum(d_blocked) over w)::bigint as blocked,
        (b.debt + sum(d_debt) over w)::bigint as debt
      from given g join ${balances} b using (account_id) cross join ledger_closing c
      where true ${ofAccounts(sql, 'b', rows)}
      window w as (partition by g.account_id order by n)
    ), covered as (
      -- An uncovered posting undoes the whole batch. balancesWriter checks the cover.
      select * from running where least(pending, available, blocked, debt) >= 0
    )`
}

const insertCovered = (sql: Queryable) => sql`
  insert into ledger_transfers (${transferColumns(sql)})
  select account_id, number, id, debit_book, credit_book, amount, cause_type, cause_id,
    effect, transaction_id, receivable_id, posted_at, pending, available, blocked, debt,
    ${seal(sql)}
  from covered
  on conflict do nothing
  returning account_id, number`

const moveBalances = (sql: Queryable, postings: readonly Posting[]) => sql`
  update balances b
  set pending = last.pending, available = last.available, blocked = last.blocked,
    debt = last.debt, last_number = last.number, last_posted_at = last.posted_at
  from (select distinct on (account_id) * from covered order by account_id, n desc) as last
  where b.account_id = last.account_id ${ofAccounts(sql, 'b', postings.flat())}`

/**
 * Whether a transfer needs the order of the postings that `uncovered` judges: available money would
 * pay a debt, or a hold would take pending money while available money is left.
 */
const needsOrder = (sql: Queryable) => sql`
  available > 0 and (debt > 0 or debit_book = 'pending' and credit_book = 'blocked')`

/** A posting holds this lock shared. The closing of a day holds it exclusively. */
export const closingLockKey = 7_205_120

/** The balances of a merchant's books. */
export async function balanceOf(app: { readonly sql: Sql }, accountId: string): Promise<Balance> {
  const [row] = await app.sql<
    BalanceRow[]
  >`select ${balanceColumns(app.sql)} from balances where account_id = ${accountId}`
  return row ? balanceFrom(row) : emptyBalance
}

/** The balances at an instant, including everything posted at it. */
export async function balanceAt(
  app: { readonly sql: Sql },
  accountId: string,
  at: Date,
): Promise<Balance> {
  const [row] = await app.sql<BalanceRow[]>`
    select account_id as "accountId", pending_after as pending, available_after as available,
      blocked_after as blocked, debt_after as debt
    from ledger_transfers where account_id = ${accountId} and posted_at <= ${at}
    order by posted_at desc, number desc limit 1`
  return row ? balanceFrom(row) : emptyBalance
}

type BalanceRow = Readonly<Record<MerchantBook, number>> & { readonly accountId: string }

const balanceColumns = (sql: Queryable) =>
  sql`account_id as "accountId", pending, available, blocked, debt`

const balanceFrom = (row: BalanceRow): Balance =>
  Object.fromEntries(merchantBooks.map((book) => [book, cents(row[book])])) as Record<
    MerchantBook,
    Cents
  >

/** In ascending order, as they are locked. */
const accountsOf = (postings: readonly Posting[]): string[] =>
  [...new Set(postings.flatMap((posting) => posting.map(({ accountId }) => accountId)))].sort()

const delta = (tx: Queryable, book: MerchantBook) =>
  tx`((credit_book = ${book})::int - (debit_book = ${book})::int) * amount`

const transferColumns = (tx: Queryable) => tx`
  account_id, number, id, debit_book, credit_book, amount, cause_type, cause_id, effect,
  transaction_id, receivable_id, posted_at, pending_after, available_after, blocked_after,
  debt_after, seal`

const seal = (tx: Queryable) => tx`
  ledger_seal(ledger_line(account_id, number, posted_at, debit_book, credit_book, amount,
    cause_type, cause_id, effect, transaction_id, pending, available, blocked, debt, id))`
