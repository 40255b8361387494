/** What decides where a table lives. */
export interface TableKeys {
  /** With its schema, unless that is public. */
  readonly name: string
  readonly columns: readonly string[]
  /** The columns of its primary key, its unique constraints and its unique indexes. */
  readonly uniqueKeys: readonly (readonly string[])[]
  /** The other tables that its foreign keys name. */
  readonly references: readonly string[]
}

/**
 * - `distributed`: its rows are spread over the workers by the column.
 * - `reference`: every server has all of its rows.
 * - `local`: only the coordinator has it.
 */
export type Placement =
  | { readonly kind: 'distributed'; readonly column: string }
  | { readonly kind: 'reference' }
  | { readonly kind: 'local' }

export interface PlacedTable {
  readonly name: string
  readonly placement: Placement
}

/**
 * The place of every table, in an order in which they can be placed: a table follows the tables
 * that its foreign keys name.
 */
export function planCitus(tables: readonly TableKeys[]): PlacedTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const placed = new Map<string, Placement>()
  const place = (table: TableKeys | undefined) => {
    if (!table || placed.has(table.name)) return
    for (const name of table.references) place(byName.get(name))
    placed.set(table.name, placementOf(table))
  }
  for (const name of [...referenceTables, groupTable]) place(byName.get(name))
  for (const table of tables) place(table)
  return [...placed].map(([name, placement]) => ({ name, placement }))
}

/**
 * A table of accounts is distributed by the account, because each of its keys has the account. A
 * table with another key lives on the coordinator, unless it is listed here.
 */
export function placementOf({ name, columns, uniqueKeys }: TableKeys): Placement {
  if (referenceTables.includes(name)) return { kind: 'reference' }
  const ownKey = ownKeys.get(name)
  if (ownKey !== undefined) return { kind: 'distributed', column: ownKey }
  const isOfAccounts =
    columns[0] === 'account_id' && uniqueKeys.every((key) => key.includes('account_id'))
  return isOfAccounts ? { kind: 'distributed', column: 'account_id' } : { kind: 'local' }
}

/** The rows of one account in all tables of accounts are on the server of this table's rows. */
export const groupTable = 'transactions'

/** Small tables that statements and triggers read beside the rows of an account. */
const referenceTables: readonly string[] = [
  'providers',
  'accounts',
  'api_keys',
  'business_clock',
  'ledger_closing',
  'cashout_stops',
  'transaction_moves',
  'dispute_moves',
  'cashout_moves',
]

/** Large tables whose key is unique in the whole installation. */
const ownKeys: ReadonlyMap<string, string> = new Map([
  ['secure_ids', 'secure_id'],
  ['provider_references', 'reference'],
  ['cashout_references', 'reference'],
  ['checkout_addresses', 'address'],
  ['spent_wallet_tokens', 'digest'],
])
