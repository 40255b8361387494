/** The parts of a schema that an example follows from. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
}

/** The place of a text that has no example. A test rejects a sample that has it. */
export const unknownText = '?'

/** A value of a schema with its required parts. An example in the schema has priority. */
export function exampleOf(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
): unknown {
  if (schema.$ref) return exampleOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas)
  const [given] = [
    ...(schema.examples ?? []),
    schema.default,
    schema.const,
    schema.enum?.[0],
  ].filter((each) => each !== undefined)
  if (given !== undefined) return given
  const [first] = schema.anyOf ?? []
  if (first) return exampleOf(first, schemas)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [
          name,
          exampleOf(schema.properties?.[name] ?? {}, schemas),
        ]),
      )
    case 'array':
      return schema.items ? [exampleOf(schema.items, schemas)] : []
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return schema.format === 'uuid' ? '0199d2a4-6c1e-7aa0-9d1f-0d5c3b7e2f10' : unknownText
    default:
      return {}
  }
}
