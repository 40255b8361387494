/** What a person is writing, kept until it is sent: a login that ends does not lose it. */
export interface Draft<Values> {
  /** What was written last, else the values of an empty form. */
  readonly initial: Values
  keep(values: Values): void
  /** Called once the values were sent. */
  forget(): void
}

/**
 * Opens the draft of a form in `storage`. The values are JSON, and hold no secret. Drafts of other
 * persons are removed.
 */
export function openDraft<Values extends object>(
  storage: Storage,
  { personId, name, empty }: { personId: string; name: string; empty: Values },
): Draft<Values> {
  const own = `${prefix}${personId}:`
  for (const each of Object.keys(storage))
    if (each.startsWith(prefix) && !each.startsWith(own)) storage.removeItem(each)
  const key = `${own}${name}`
  const kept = storage.getItem(key)
  return {
    initial: kept === null ? empty : { ...empty, ...JSON.parse(kept) },
    keep: (values) => storage.setItem(key, JSON.stringify(values)),
    forget: () => storage.removeItem(key),
  }
}

/** Removes all drafts, because the person signs out. */
export function removeDrafts(storage: Storage): void {
  for (const each of Object.keys(storage)) if (each.startsWith(prefix)) storage.removeItem(each)
}

const prefix = 'draft:'
