/** The fields in which two values differ, each by its path such as `cashout.limits.perDay`. */
export interface FieldChanges {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** An absent field counts as null. Lists are compared whole. */
export function fieldChanges(before: object, after: object): FieldChanges {
  const [old, now] = [flatten(before), flatten(after)]
  const changed = [...new Set([...old.keys(), ...now.keys()])]
    .filter(
      (path) => JSON.stringify(old.get(path) ?? null) !== JSON.stringify(now.get(path) ?? null),
    )
    .sort()
  return {
    before: Object.fromEntries(changed.map((path) => [path, old.get(path) ?? null])),
    after: Object.fromEntries(changed.map((path) => [path, now.get(path) ?? null])),
  }
}

/** Whether no field changed. Such a change has no entry in the audit log. */
export const isSame = ({ after }: FieldChanges): boolean => Object.keys(after).length === 0

function flatten(value: object, path = '', found = new Map<string, unknown>()) {
  for (const [name, field] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`
    if (
      typeof field === 'object' &&
      field !== null &&
      !Array.isArray(field) &&
      !(field instanceof Date)
    )
      flatten(field, at, found)
    else if (field !== undefined) found.set(at, field)
  }
  return found
}
