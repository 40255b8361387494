import type { Simulator } from './world.ts'

export interface DueWork {
  /** Does what is due in every simulator now. Returns how much was done. */
  run(): Promise<number>
  stop(): Promise<void>
}

const tickMs = 100

/** Runs every simulator's due work about every 100 ms, never twice at once for one simulator. */
export function startDueWork(simulators: readonly Simulator[]): DueWork {
  const underWay = new Map<Simulator, Promise<number>>()

  const start = (simulator: Simulator): Promise<number> => {
    const work = simulator
      .runDue()
      .catch((error: unknown) => {
        console.error(`sandbox: due work of ${simulator.name} failed`, error)
        return 0
      })
      .finally(() => underWay.delete(simulator))
    underWay.set(simulator, work)
    return work
  }
  const timer = setInterval(() => {
    for (const simulator of simulators) if (!underWay.has(simulator)) start(simulator)
  }, tickMs)

  return {
    async run() {
      const counts = simulators.map(async (simulator) => {
        // Work that a tick has begun counts too: it may have created work for the gateway.
        const before = (await underWay.get(simulator)) ?? 0
        return before + (await (underWay.get(simulator) ?? start(simulator)))
      })
      return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0)
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay.values())
    },
  }
}
