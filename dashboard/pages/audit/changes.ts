/** A field of an entry, before and after its change. */
export interface FieldChange {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/** The fields of both sides. A side that is one value has no name for it. */
export function changesOf(before: unknown, after: unknown): readonly FieldChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].map((field) => ({
    field,
    before: old[field],
    after: now[field],
  }))
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : { '': value }
}
