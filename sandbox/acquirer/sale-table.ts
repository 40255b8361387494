import type { DatabaseSync } from 'node:sqlite'
import type { StoredSale } from './sale.ts'

export interface SaleTable<S extends StoredSale> {
  insert(sale: S): void
  /** Updates the columns of a sale that can change. */
  update(sale: S): void
  /** Prepares a search by a field that identifies a sale. */
  findBy(field: keyof S & string): (value: string | number) => S | undefined
  /** Oldest first. */
  ofOrder(orderId: string): readonly S[]
  /** Increases by one with every sale, also across restarts. */
  nextNumber(): number
}

export interface SaleFields<S extends StoredSale> {
  readonly key: keyof S & string
  /** The column that numbers the sales. */
  readonly number: 'number' | 'rowid'
  /** Stored as 0 or 1. */
  readonly flags: readonly (keyof S & string)[]
  /** Stored as JSON, or null. */
  readonly objects?: readonly (keyof S & string)[]
  /** The fields that change after the sale, beside those that change at every acquirer. */
  readonly changing: readonly (keyof S & string)[]
}

/** The columns that every acquirer's table has. */
export const commonColumns = `
  order_id text not null,
  amount integer not null,
  installments integer not null,
  capture_asked integer not null,
  brand text not null,
  masked_number text not null,
  holder text not null,
  expiration text not null,
  authorization_code text,
  received_at integer not null,
  visible_at integer not null,
  captured_amount integer,
  captured_at integer,
  voided_amount integer not null,
  voided_at integer,
  check (voided_amount >= 0 and voided_amount <= coalesce(captured_amount, amount)),
  check (captured_amount is null or captured_amount <= amount)`

const commonChanging = [
  'authorizationCode',
  'capturedAmount',
  'capturedAt',
  'voidedAmount',
  'voidedAt',
] as const satisfies readonly (keyof StoredSale)[]

/**
 * Opens a table of sales that exists. The name of a column is the name of its field in snake case.
 */
export function openSaleTable<S extends StoredSale>(
  db: DatabaseSync,
  table: string,
  { key, number, flags, objects = [], changing }: SaleFields<S>,
): SaleTable<S> {
  const columns = db
    .prepare(`select name from pragma_table_info('${table}')`)
    .all()
    .map(({ name }) => String(name))
  const fields = columns.map((name) => [name, fieldOf(name) as keyof S & string] as const)
  const changes = [...commonChanging, ...changing]
  db.exec(`create index if not exists ${table}_by_order on ${table} (order_id)`)
  const insert = db.prepare(`
    insert into ${table} (${columns.join(', ')})
    values (${fields.map(([, field]) => `:${field}`).join(', ')})`)
  const update = db.prepare(`
    update ${table}
    set ${changes.map((field) => `${columnOf(field)} = :${field}`).join(', ')}
    where ${columnOf(key)} = :${key}`)
  const ofOrder = db.prepare(`
    select * from ${table}
    where order_id = ?
    order by received_at, ${number}`)
  const highest = db.prepare(`select coalesce(max(${number}), 0) as last from ${table}`)
  let last = Number(highest.get()?.last)

  const isFlag = (field: string): boolean => flags.some((each) => each === field)
  const isObject = (field: string): boolean => objects.some((each) => each === field)
  const stored = (sale: S, wanted: readonly (keyof S & string)[]) =>
    Object.fromEntries(wanted.map((field) => [field, storedValue(sale[field])]))
  const saleOf = (row: Readonly<Record<string, unknown>>): S => {
    const values = fields.map(([column, field]) => {
      const value = row[column]
      if (isFlag(field)) return [field, value === 1]
      return [field, isObject(field) && value !== null ? JSON.parse(String(value)) : value]
    })
    return Object.fromEntries(values) as S
  }

  return {
    insert: (sale) => {
      insert.run(
        stored(
          sale,
          fields.map(([, field]) => field),
        ),
      )
    },
    update: (sale) => {
      update.run(stored(sale, [key, ...changes]))
    },
    findBy(field) {
      const find = db.prepare(`select * from ${table} where ${columnOf(field)} = ?`)
      return (value) => {
        const row = find.get(value)
        return row && saleOf(row)
      }
    },
    ofOrder: (orderId) => ofOrder.all(orderId).map(saleOf),
    nextNumber: () => {
      last += 1
      return last
    },
  }
}

function storedValue(value: unknown): string | number | null {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  return JSON.stringify(value)
}

const fieldOf = (column: string): string =>
  column.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())

const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
