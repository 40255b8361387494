import type { Queryable } from '../db/pool.ts'

/** A contradiction in the stored books. */
export interface Breach {
  /** The broken rule, in kebab-case. */
  readonly rule: string
  readonly accountId: string
  /** The faulty row, as precisely as known. */
  readonly subject: string
}

/**
 * The scope of an audit: all rows, or the accounts that posted since an instant. Each rule reads
 * one snapshot either way.
 */
export interface Scope {
  readonly since?: Date
}

/**
 * The accounts of a scope among `balances b`. There is no index on the last posting time: each
 * posting would then update every index of its row, and the trial balance reads every balance
 * anyway.
 */
export const postedSince = (sql: Queryable, { since }: Scope) =>
  since ? sql`b.last_posted_at >= ${since}` : sql`true`

export type BooksRule = (sql: Queryable, scope: Scope) => Promise<readonly Breach[]>

/**
 * The rules within the ledger's own tables. They run every minute, so each reads only its scope.
 */
export const ledgerRules: readonly BooksRule[] = [
  transfersFollow,
  balancesAreLast,
  accountsHaveBalances,
]

/** The rules that read every row. */
export const wholeLedgerRules: readonly BooksRule[] = [
  debtPaymentsHaveCauses,
  correctionsHaveRecords,
]

/** The most findings that one rule reports. More of the same add no information. */
export const maxBreaches = 1_000

/**
 * Each transfer has the next number of its account, moves the books by its amount, is not earlier
 * than the one before, and matches its seal.
 */
async function transfersFollow(sql: Queryable, { since }: Scope): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select rule, account_id as "accountId", 'transfer ' || number as subject
    from (
      select t.*, lag(t.number) over w as p_number, lag(t.pending_after, 1, 0) over w as p_pending,
        lag(t.available_after, 1, 0) over w as p_available,
        lag(t.blocked_after, 1, 0) over w as p_blocked, lag(t.debt_after, 1, 0) over w as p_debt,
        lag(t.posted_at) over w as p_posted_at
      from ${
        since
          ? sql`balances b cross join lateral (
          select * from ledger_transfers l
          where l.account_id = b.account_id and l.posted_at >= ${since}
          union all -- and the one they follow
          (
            select * from ledger_transfers l
            where l.account_id = b.account_id and l.posted_at < ${since}
            order by posted_at desc, number desc
            limit 1
          )) as t
        where ${postedSince(sql, { since })}`
          : sql`ledger_transfers t`
      }
      window w as (partition by t.account_id order by t.number)
    ) as t
    cross join lateral (values
      ('transfers-are-numbered', ${
        since
          ? sql`p_number is not null and number <> p_number + 1`
          : sql`number <> coalesce(p_number, 0) + 1`
      }),
      ('transfers-move-the-books',
        ${since ? sql`(p_number is not null or number = 1) and` : sql``} (
        pending_after <> p_pending
          + ((credit_book = 'pending')::int - (debit_book = 'pending')::int) * amount
        or available_after <> p_available
          + ((credit_book = 'available')::int - (debit_book = 'available')::int) * amount
        or blocked_after <> p_blocked
          + ((credit_book = 'blocked')::int - (debit_book = 'blocked')::int) * amount
        or debt_after <> p_debt
          - ((credit_book = 'debt')::int - (debit_book = 'debt')::int) * amount)),
      ('transfers-go-forward', posted_at < p_posted_at),
      ('transfers-are-as-sealed', seal <> ledger_seal(ledger_line(account_id, number, posted_at,
        debit_book, credit_book, amount, cause_type, cause_id, effect, transaction_id,
        pending_after, available_after, blocked_after, debt_after, id)))
    ) as judged (rule, is_broken)
    where is_broken
    limit ${maxBreaches}`
}

/** A balance equals the balances after the last transfer of its account, and has its number. */
async function balancesAreLast(sql: Queryable, scope: Scope): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'balances-are-the-last-transfers' as rule, b.account_id as "accountId",
      'balance at ' || b.last_number as subject
    from balances b
    left join ledger_transfers t on t.account_id = b.account_id and t.number = b.last_number
    where ${postedSince(sql, scope)} and (
      (b.pending, b.available, b.blocked, b.debt) is distinct from (
        coalesce(t.pending_after, 0), coalesce(t.available_after, 0),
        coalesce(t.blocked_after, 0), coalesce(t.debt_after, 0))
      or b.last_posted_at is distinct from t.posted_at
      or exists (
        select from ledger_transfers l
        where l.account_id = b.account_id and l.number > b.last_number))
    limit ${maxBreaches}`
}

/** An account with transfers has a balance. */
async function accountsHaveBalances(sql: Queryable, { since }: Scope): Promise<readonly Breach[]> {
  const owners = sql`(
      select a.id as account_id from accounts a
      where exists (select from ledger_transfers l where l.account_id = a.id))`
  return sql<Breach[]>`
    select distinct 'accounts-have-balances' as rule, t.account_id as "accountId",
      'balance' as subject
    from ${since ? owners : sql`ledger_transfers`} as t
    where not exists (select from balances b where b.account_id = t.account_id)
    limit ${maxBreaches}`
}

/** A debt payment refers to an existing transfer. */
async function debtPaymentsHaveCauses(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'debts-are-paid-by-transfers' as rule, t.account_id as "accountId",
      'transfer ' || t.number as subject
    from ledger_transfers t
    where t.cause_type = 'transfer'
      and not exists (
        select from ledger_transfers c
        where c.account_id = t.account_id and c.number < t.number and c.id = t.cause_id)
    limit ${maxBreaches}`
}

/** A correction is one transfer and one record of it, with a person and a reason. */
async function correctionsHaveRecords(sql: Queryable): Promise<readonly Breach[]> {
  return sql<Breach[]>`
    select 'corrections-have-records' as rule, coalesce(c.account_id, t.account_id) as "accountId",
      coalesce('transfer ' || t.number, 'correction ' || c.id) as subject
    from ledger_corrections c full join (
      select * from ledger_transfers where cause_type = 'correction'
    ) as t on t.account_id = c.account_id and t.cause_id = c.id
    where c.id is null or t.id is null
      or (t.effect, t.debit_book, t.credit_book, t.amount)
        is distinct from ('entry', c.debit_book, c.credit_book, c.amount)
    limit ${maxBreaches}`
}
