import type { DrillWorld, ServerName } from '../../kit/drill-world.ts'

/** What a fault has to work with. */
export interface AlertDrill {
  readonly world: DrillWorld
  /** How long the acquirer takes for each call, ms. */
  readonly acquirer: { ms: number }
  /** The file of the node exporter. It does not exist at first. */
  readonly backupMetrics: string
  readonly databaseUrl: string
  /** An empty folder. */
  readonly folder: string
  /** Ends a process and starts it with more settings of its own. */
  restart(name: ServerName, env?: Readonly<Record<string, string>>): Promise<void>
  /** Moves business time by an ISO 8601 duration. Nobody waits for the work that is due then. */
  pass(duration: string): Promise<void>
}

/** A real fault, and the alerts that Prometheus must raise by it. */
export interface Fault {
  readonly what: string
  readonly alerts: readonly string[]
  /** Those that look back for minutes: they fire on after the mend. */
  readonly lasting?: readonly string[]
  /** How long it may take until they fire, ms. Default: the time limit of tests. */
  readonly longestMs?: number
  /** Makes the fault. The result mends it. */
  make(drill: AlertDrill): Promise<() => Promise<unknown>>
}

/** Faults of one subject, in their order. */
export interface Part {
  /** It takes minutes until its alerts fire, so the others are played meanwhile. */
  readonly slow?: Fault
  readonly faults: readonly Fault[]
}
