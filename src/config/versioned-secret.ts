/** An entry of a secret that is a list of versions, `1:value,2:value`. */
export interface VersionedEntry {
  /** As it is written; not checked. */
  readonly version: string
  readonly value: string
}

/**
 * Whether the value of a setting that may hold one secret alone is such a list. Each value has at
 * least 32 characters, and no comma or space, so that a secret alone is rarely taken for a list.
 */
export const isVersionedList = (value: string): boolean =>
  /^\d{1,5}:[^\s,]{32,}(?:,\s*\d{1,5}:[^\s,]{32,})*$/.test(value)

/** The entries of such a list. A comma ends a value only where a version follows. */
export const versionedEntries = (list: string): readonly VersionedEntry[] =>
  list.split(/,(?=\s*\d+:)/).map((entry) => {
    const [version = '', ...value] = entry.trim().split(':')
    return { version, value: value.join(':') }
  })
