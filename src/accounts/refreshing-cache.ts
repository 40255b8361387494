import { monotonicMs } from '../primitives/clock.ts'

/** Caches values for a short time, and never returns an older one. */
export interface RefreshingCache<Subject, Answer> {
  ask(name: string, subject: Subject): Promise<Answer>
  forget(): void
}

interface CacheEntry<Answer> {
  readonly answer: Promise<Answer>
  /** An answer is as old as its question. */
  readonly askedAt: number
}

/**
 * `freshMs`: the oldest answer ever given. One that is past half of it is asked for again in the
 * background while it still serves, so a busy name never waits.
 */
export function refreshingCache<Subject, Answer>(
  freshMs: number,
  load: (subject: Subject) => Promise<Answer>,
  { largest = 20_000, nowMs = monotonicMs } = {},
): RefreshingCache<Subject, Answer> {
  const known = new Map<string, CacheEntry<Answer>>()
  const asking = new Map<string, CacheEntry<Answer>>()

  const ageOf = (asked: CacheEntry<Answer> | undefined) =>
    asked ? nowMs() - asked.askedAt : Number.POSITIVE_INFINITY

  /** Concurrent callers share one load. */
  function askAgain(name: string, subject: Subject): Promise<Answer> {
    const under = asking.get(name)
    if (under && ageOf(under) < freshMs) return under.answer
    const asked: CacheEntry<Answer> = { answer: load(subject), askedAt: nowMs() }
    asking.set(name, asked)
    const done = (keep: boolean) => {
      if (asking.get(name) !== asked) return // It was cleared or loaded again meanwhile.
      asking.delete(name)
      if (!keep) return
      known.delete(name) // Back at the end: the one longest not read again goes first.
      known.set(name, asked)
      if (known.size > largest) known.delete(known.keys().next().value ?? name)
    }
    asked.answer.then(
      () => done(true),
      () => done(false),
    )
    return asked.answer
  }

  return {
    ask(name, subject) {
      const asked = known.get(name)
      const ageMs = ageOf(asked)
      if (!asked || ageMs >= freshMs) return askAgain(name, subject)
      // A caller that needs it gets the error.
      if (ageMs >= freshMs / 2) askAgain(name, subject).catch(() => {})
      return asked.answer
    },
    forget() {
      known.clear()
      asking.clear()
    },
  }
}
