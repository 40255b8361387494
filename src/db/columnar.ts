import { type ElementType, encodeArray, type Parameter } from './parameter.ts'
import { type Fragment, fragment } from './statement.ts'

/** `account_id` is the column of the property `accountId`. */
type PropertyOf<Column extends string> = Column extends `${infer Start}_${infer Rest}`
  ? `${Start}${Capitalize<PropertyOf<Rest>>}`
  : Column

/**
 * Each column by its type alone if the row has the property of its name, otherwise with its value.
 */
type Columns<Row, Column extends string> = {
  readonly [Name in Column]:
    | (Row extends Readonly<Partial<Record<PropertyOf<Name>, Parameter>>>
        ? PropertyOf<Name> extends keyof Row
          ? ElementType
          : never
        : never)
    | readonly [ElementType, (row: Row) => Parameter]
}

export interface Columnar {
  /** `account_id, id, …` */
  readonly columns: Fragment
  /** One array parameter for each column, with its type: `$1::uuid[], $2::uuid[], …` */
  readonly arrays: Fragment
}

/**
 * Rows as columns, for `unnest(${arrays}) as n (${columns})`. The text of the statement is the same
 * for any number of rows, so it is prepared once.
 */
export function columnar<Row, Column extends string>(
  rows: readonly Row[],
  columns: Columns<Row, Column>,
): Columnar {
  const entries = Object.entries(columns) as [
    string,
    ElementType | [ElementType, (row: Row) => Parameter],
  ][]
  const types: ElementType[] = []
  const values: unknown[] = []
  for (const [name, column] of entries) {
    const [type, read] = typeof column === 'string' ? [column, propertyReader<Row>(name)] : column
    types.push(type)
    values.push(encodeArray(type, rows.map(read)))
  }
  const between = types.slice(0, -1).map((type) => `::${type}[], `)
  return {
    columns: fragment([entries.map(([name]) => name).join(', ')], []),
    arrays: fragment(['', ...between, `::${types.at(-1)}[]`], values),
  }
}

/** Columns that several statements share, checked against the type of their rows. */
export const columnsOf =
  <Row>() =>
  <Column extends string>(columns: Columns<Row, Column>): Columns<Row, Column> =>
    columns

/** `accountId` for `account_id`. */
export const propertyOf = (column: string): string =>
  column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

function propertyReader<Row>(column: string): (row: Row) => Parameter {
  const property = propertyOf(column)
  return (row) => (row as Readonly<Record<string, Parameter>>)[property]
}
