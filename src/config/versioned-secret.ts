/** An entry of a secret that is a list of versions, `1:value,2:value`. */
export interface VersionedEntry {
  /** As it is written; not checked. */
  readonly version: string
  readonly value: string
}

/** The entries of such a list. A comma ends a value only where a version follows. */
export const versionedEntries = (list: string): readonly VersionedEntry[] =>
  list.split(/,(?=\s*\d+:)/).map((entry) => {
    const [version = '', ...value] = entry.trim().split(':')
    return { version, value: value.join(':') }
  })
