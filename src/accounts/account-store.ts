import type { Queryable, Sql, Tx } from '../db/pool.ts'
import type { Statement } from '../db/statement.ts'
import type { Account, AccountSettings } from './account.ts'

export interface AccountRow {
  readonly id: string
  readonly name: string
  readonly document: string
  readonly status: Account['status']
  readonly settings: AccountSettings
  readonly cardProvider: string | null
  readonly pixProvider: string | null
  readonly boletoProvider: string | null
  readonly payoutProvider: string | null
}

export const accountColumns = (db: Queryable) => db`
  a.id, a.name, a.document, a.status, a.settings,
  a.card_provider as "cardProvider", a.pix_provider as "pixProvider",
  a.boleto_provider as "boletoProvider", a.payout_provider as "payoutProvider"`

/**
 * The names that these accounts have on their pages, by their ids. A statement of its own: on Citus
 * each server has all accounts, and account_brands is distributed.
 */
export async function brandNames(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db<{ id: string; name: string }[]>`
    select account_id as id, name from account_brands
    where account_id = any(${[...ids]}::uuid[]) and name is not null`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The account with the name on its pages, where it has one. */
export const branded = (account: Account, brandName: string | undefined): Account =>
  brandName === undefined ? account : { ...account, brandName }

export const accountFrom = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  document: row.document,
  status: row.status,
  settings: row.settings,
  providers: {
    ...(row.cardProvider && { card: row.cardProvider }),
    ...(row.pixProvider && { pix: row.pixProvider }),
    ...(row.boletoProvider && { boleto: row.boletoProvider }),
    ...(row.payoutProvider && { payout: row.payoutProvider }),
  },
})

export async function insertAccount(db: Queryable, account: Account): Promise<void> {
  const { id, name, document, status, settings, providers } = account
  await db`
    insert into accounts (id, name, document, status, settings, card_provider, pix_provider,
      boleto_provider, payout_provider)
    values (${id}, ${name}, ${document}, ${status}, ${JSON.stringify(settings)}::text::jsonb,
      ${providers.card ?? null}, ${providers.pix ?? null}, ${providers.boleto ?? null},
      ${providers.payout ?? null})`
}

/** Updates only the version that was read. False: another change was first. */
export async function updateAccount(
  db: Queryable,
  account: Account,
  expectedVersion: number,
): Promise<boolean> {
  const { id, name, document, status, settings, providers } = account
  const rows = await db`
    update accounts
    set name = ${name}, document = ${document}, status = ${status},
      settings = ${JSON.stringify(settings)}::text::jsonb,
      card_provider = ${providers.card ?? null}, pix_provider = ${providers.pix ?? null},
      boleto_provider = ${providers.boleto ?? null}, payout_provider = ${providers.payout ?? null},
      version = version + 1, updated_at = now()
    where id = ${id} and version = ${expectedVersion}
    returning id`
  return rows.length === 1
}

interface VersionedAccount {
  readonly account: Account
  readonly version: number
}

export const accountById = (db: Queryable, id: string): Promise<VersionedAccount | undefined> =>
  select(db, id, db``)

/**
 * Reads an account and locks it until the transaction ends. Concurrent changes wait for each other.
 */
export const lockAccount = (tx: Tx, id: string): Promise<VersionedAccount | undefined> =>
  select(tx, id, tx`for update`)

async function select(
  db: Queryable,
  id: string,
  lock: Statement<object[]>,
): Promise<VersionedAccount | undefined> {
  const [row] = await db<(AccountRow & { version: number })[]>`
    select ${accountColumns(db)}, a.version from accounts a where a.id = ${id} ${lock}`
  return row && { account: accountFrom(row), version: row.version }
}

/** The account of each id with its brand name, in order. */
export async function accountsByIds(
  sql: Sql,
  ids: readonly string[],
): Promise<(Account | undefined)[]> {
  const [rows, brands] = await Promise.all([
    sql<
      AccountRow[]
    >`select ${accountColumns(sql)} from accounts a where a.id = any(${[...ids]}::uuid[])`,
    brandNames(sql, ids),
  ])
  const found = new Map(rows.map((row) => [row.id, branded(accountFrom(row), brands.get(row.id))]))
  return ids.map((id) => found.get(id))
}

/** The accounts whose ids end with a mark (`accountMark`), at most two. */
export async function accountsByMark(sql: Sql, mark: string): Promise<Account[]> {
  const rows = await sql<AccountRow[]>`
    select ${accountColumns(sql)} from accounts a where right(a.id::text, 8) = ${mark} limit 2`
  return rows.map(accountFrom)
}

/** Pins the version of an account's first call. A concurrent second call changes nothing. */
export const pinApiVersion = (sql: Sql, accountId: string, version: string) => sql`
  update accounts set api_version = ${version} where id = ${accountId} and api_version is null`
