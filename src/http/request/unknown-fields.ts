import type { TSchema } from 'typebox'
import { isFields } from './normalize.ts'
import type { Issue } from './validation.ts'

/**
 * The fields that a schema does not have, at any depth. Existing clients of merchants send such
 * fields, and they are ignored (docs/design/interface.md#requests). An operator who sends one has
 * misspelt a setting, which would then not be set.
 */
export function unknownFields(schema: TSchema, value: unknown, at = ''): Issue[] {
  const shapes = shapesOf(schema)
  if (Array.isArray(value)) {
    const items = shapes.flatMap(({ items }) => (items ? [items] : []))
    return items.flatMap((item) =>
      value.flatMap((each, index) => unknownFields(item, each, pathOf(at, `${index}`))),
    )
  }
  const known = shapes.flatMap(({ properties }) => (properties ? [properties] : []))
  // An object without listed fields accepts every name.
  if (!isFields(value) || known.length === 0) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = pathOf(at, name)
    const schemas = known.flatMap((properties) =>
      Object.hasOwn(properties, name) ? [properties[name] as TSchema] : [],
    )
    return schemas.length === 0
      ? [{ field: path, problem: 'unknown' }]
      : schemas.flatMap((each) => unknownFields(each, inner, path))
  })
}

/** The parts of a JSON Schema that name fields. */
interface Shape {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
}

/**
 * The names in a schema: the fields of an object in any of its forms, and the form of a list's
 * entries.
 */
export function knownIn(schema: TSchema): {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly item?: TSchema
} {
  const shape = schema as Shape
  if (!shape.anyOf)
    return {
      ...(shape.properties && { properties: shape.properties }),
      ...(shape.items && { item: shape.items }),
    }
  const parts = shapesOf(schema).map(knownIn as (part: Shape) => ReturnType<typeof knownIn>)
  const named = parts.flatMap(({ properties }) => (properties ? [properties] : []))
  const item = parts.find((part) => part.item)?.item
  return {
    ...(named.length > 0 && { properties: Object.assign({}, ...named) }),
    ...(item && { item }),
  }
}

/** A schema, or its `anyOf` branches. */
const shapesOf = (schema: TSchema): Shape[] => {
  const shape = schema as Shape
  return shape.anyOf ? shape.anyOf.flatMap(shapesOf) : [shape]
}

const pathOf = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`)
