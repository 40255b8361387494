import { runShared } from '../tracing/scope.ts'

/**
 * Combines many small lookups into few: those requested during a load are loaded together next.
 * When idle, a lookup is loaded at once with the lookups requested in the same turn.
 * @param load returns one value for each subject, in the same order
 */
export function batchLoader<Subject, Value>(
  load: (subjects: readonly Subject[]) => Promise<readonly Value[]>,
  largest = 256,
): (subject: Subject) => Promise<Value> {
  let waiting: Waiting<Subject, Value>[] = []
  let running = false

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, largest)
      waiting = waiting.slice(largest)
      await settle(batch, load)
    }
    running = false
  }

  return (subject) =>
    new Promise<Value>((resolve, reject) => {
      waiting.push({ subject, resolve, reject })
      if (running) return
      running = true
      runShared(() => setImmediate(run)) // Requests that arrived together share the first batch.
    })
}

interface Waiting<Subject, Value> {
  readonly subject: Subject
  readonly resolve: (value: Value) => void
  readonly reject: (cause: unknown) => void
}

async function settle<Subject, Value>(
  batch: readonly Waiting<Subject, Value>[],
  load: (subjects: readonly Subject[]) => Promise<readonly Value[]>,
): Promise<void> {
  try {
    const values = await load(batch.map(({ subject }) => subject))
    if (values.length !== batch.length)
      throw new Error(`requested ${batch.length} values, got ${values.length}`)
    values.forEach((value, index) => {
      batch[index]?.resolve(value)
    })
  } catch (cause) {
    for (const { reject } of batch) reject(cause)
  }
}
