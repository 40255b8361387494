import { countOf, type Latencies } from './latency.ts'

/** Calls of a period. */
export interface Calls {
  readonly latencies: Latencies
  /** Calls without a usable response. */
  readonly failures: number
}

export const healthStates = ['healthy', 'degraded', 'silent', 'idle'] as const
export type HealthState = (typeof healthStates)[number]

/**
 * How a provider is, from its calls of the last hour. Silent: only one probe at a time is sent, or
 * no call had a response. Degraded: at least one call in twenty had none. Idle: there was no call.
 */
export function healthStateOf(hour: Calls, isProbed: boolean): HealthState {
  if (isProbed) return 'silent'
  const calls = countOf(hour.latencies)
  if (calls === 0) return 'idle'
  if (hour.failures >= calls) return 'silent'
  return hour.failures / calls >= degradedFrom ? 'degraded' : 'healthy'
}

const degradedFrom = 0.05
