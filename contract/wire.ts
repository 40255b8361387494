import type { Static, TSchema } from 'typebox'

/**
 * What the gateway sends for a schema: read-only, and with every field named. A field that the
 * schema leaves optional is `undefined` where it is absent, and JSON leaves it out. So a renderer
 * that forgets a field does not compile, also when the field is optional.
 */
export type Wire<Schema extends TSchema> = Sent<Static<Schema>>

export type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]-?: Sent<Value[Field]> | Absent<Value, Field> }
    : Value

/** `undefined` for an optional field. */
type Absent<Value, Field extends keyof Value> =
  Partial<Pick<Value, Field>> extends Pick<Value, Field> ? undefined : never
