/**
 * Without the fields that are undefined: a schema would see them, and a filter would have another
 * effect.
 */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value
  return kept as Defined<Fields>
}

type Defined<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }
