/** The part of JSON Schema that the settings of providers use. */
export interface Schema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly const?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

export type Settings = Readonly<Record<string, unknown>>

/** The values of a choice; undefined for another kind of field. */
export function choicesOf({ enum: values, anyOf, const: only }: Schema): string[] | undefined {
  if (values) return [...values]
  if (only !== undefined) return [only]
  const each = anyOf?.map((option) => option.const)
  return each?.every((value) => value !== undefined) ? (each as string[]) : undefined
}

/** A certificate or a key has many lines. */
export const isLong = ({ maxLength = 0 }: Schema): boolean => maxLength > 4_096

export const isSecret = (name: string): boolean => /secret|password|token$|key$/i.test(name)

/** The settings to send: a field that was left empty is left out. */
export function filledIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filledIn).filter((each) => each !== undefined)
  if (typeof value !== 'object' || value === null) return value === '' ? undefined : value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const filled = filledIn(each)
      return filled === undefined || filled === null ? [] : [[name, filled]]
    }),
  )
}

/** What a new part of the form begins with: choices with one value, and one of each list. */
export function blankOf(schema: Schema): unknown {
  const [only, ...others] = choicesOf(schema) ?? []
  if (only !== undefined && others.length === 0) return only
  if (schema.type === 'array') return schema.items?.type === 'object' ? [blankOf(schema.items)] : []
  if (schema.type !== 'object') return undefined
  const { properties = {}, required = [] } = schema
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, each]) => {
      const blank = required.includes(name) ? blankOf(each) : undefined
      return blank === undefined ? [] : [[name, blank]]
    }),
  )
}
