/** Work that goes on after its request was answered. */
export interface BackgroundWork {
  /** Whether more work may be started. */
  hasRoom(): boolean
  /** Starts work in a later turn. Its failure is reported to `onFailure`. */
  start(work: () => Promise<void>): void
  /** Resolves when no work is running. */
  idle(): Promise<void>
}

/** `most`: how much work may run at once. */
export function openBackgroundWork(
  most: number,
  onFailure: (cause: unknown) => void,
): BackgroundWork {
  const running = new Set<Promise<void>>()

  async function run(work: () => Promise<void>): Promise<void> {
    await new Promise((turn) => setImmediate(turn))
    await work().catch(onFailure)
  }

  return {
    hasRoom: () => running.size < most,
    start(work) {
      const one: Promise<void> = run(work).finally(() => running.delete(one))
      running.add(one)
    },
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
