import type { TSchema } from 'typebox'

export type Json = { [key: string]: unknown }

/** The named schemas of the document, collected while its operations are written. */
export type Schemas = Json

export const jsonContent = (schema: unknown) => ({ content: { 'application/json': { schema } } })

/** The schema, with every named part moved to the components and replaced by a reference. */
export function referenced(schema: TSchema, schemas: Schemas): unknown {
  const replace = (value: unknown, isRoot: boolean): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((each) => replace(each, false))
    const { $id, ...rest } = value as Json
    if (typeof $id === 'string' && !isRoot) {
      schemas[$id] ??= replace(rest, true)
      return { $ref: `#/components/schemas/${$id}` }
    }
    return Object.fromEntries(
      Object.entries(rest).map(([key, inner]) => [
        key,
        key === 'properties' ? fieldsOf(inner as Json, replace) : replace(inner, false),
      ]),
    )
  }
  return replace(plainSchema(schema), false)
}

function fieldsOf(fields: Json, replace: (value: unknown, isRoot: boolean) => unknown): Json {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, replace(nullAsConst(field), false)]),
  )
}

/**
 * A field that is always null, in the form that every generator of clients reads: some reject a
 * field whose only type is null.
 */
function nullAsConst(field: unknown): unknown {
  const { type, ...rest } = field as Json
  return type === 'null' ? { ...rest, const: null } : field
}

/** The JSON form: TypeBox's internal data is not part of the document. */
export const plainSchema = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema))

/** A schema of the bytes of a document. JSON Schema has none: this is what generators read. */
export const bytesOf = (type: string): Json =>
  type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }
