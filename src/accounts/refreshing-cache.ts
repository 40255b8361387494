import { monotonicMs } from '../primitives/clock.ts'

/** Caches values for a short time, and never returns an older one. */
export interface RefreshingCache<Subject, Value> {
  get(name: string, subject: Subject): Promise<Value>
  clear(): void
}

interface CacheEntry<Value> {
  readonly value: Promise<Value>
  /** A value is as old as the start of its load. */
  readonly startedAt: number
}

/**
 * `freshMs` is the age at which a value is no longer returned. A value older than half of it is
 * reloaded in the background while it is still returned, so requests for a busy name do not wait.
 */
export function refreshingCache<Subject, Value>(
  freshMs: number,
  load: (subject: Subject) => Promise<Value>,
  { largest = 20_000, nowMs = monotonicMs } = {},
): RefreshingCache<Subject, Value> {
  const cached = new Map<string, CacheEntry<Value>>()
  const loading = new Map<string, CacheEntry<Value>>()

  const ageOf = (entry: CacheEntry<Value> | undefined) =>
    entry ? nowMs() - entry.startedAt : Number.POSITIVE_INFINITY

  /** Concurrent callers share one load. */
  function reload(name: string, subject: Subject): Promise<Value> {
    const current = loading.get(name)
    if (current && ageOf(current) < freshMs) return current.value
    const entry: CacheEntry<Value> = { value: load(subject), startedAt: nowMs() }
    loading.set(name, entry)
    const done = (keep: boolean) => {
      if (loading.get(name) !== entry) return // It was cleared or loaded again meanwhile.
      loading.delete(name)
      if (!keep) return
      cached.delete(name) // Moves the name to the end: the oldest load is dropped first.
      cached.set(name, entry)
      if (cached.size > largest) cached.delete(cached.keys().next().value ?? name)
    }
    entry.value.then(
      () => done(true),
      () => done(false),
    )
    return entry.value
  }

  return {
    get(name, subject) {
      const entry = cached.get(name)
      const ageMs = ageOf(entry)
      if (!entry || ageMs >= freshMs) return reload(name, subject)
      // An error of this load is reported to the next caller that has to wait for a load.
      if (ageMs >= freshMs / 2) reload(name, subject).catch(() => {})
      return entry.value
    },
    clear() {
      cached.clear()
      loading.clear()
    },
  }
}
