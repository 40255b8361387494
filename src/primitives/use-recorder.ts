/** Remembers what was used, and stores it now and then, for many uses together. */
export interface UseRecorder<Value> {
  /** `name`: what counts as one. */
  used(name: string, value: Value): void
  /** Stores what is left. */
  close(): Promise<void>
}

/** A last use is worth one statement each half minute, and no error of a request. */
export function openUseRecorder<Value>(
  store: (values: readonly Value[]) => Promise<unknown>,
  onFailure: () => void,
): UseRecorder<Value> {
  const pending = new Map<string, Value>()

  async function storePending(): Promise<void> {
    const values = [...pending.values()]
    pending.clear()
    if (values.length > 0) await store(values)
  }
  const timer = setInterval(() => {
    storePending().catch(onFailure)
  }, everyMs)
  timer.unref()

  return {
    used: (name, value) => {
      pending.set(name, value)
    },
    async close() {
      clearInterval(timer)
      await storePending().catch(onFailure)
    },
  }
}

const everyMs = 30_000
