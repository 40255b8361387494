import { monotonicMs } from '../src/primitives/clock.ts'
import { type CpuTimes, cpuPerThousand, cpuTimes } from './cpu-times.ts'

/** The result of one way. */
export interface Rate {
  readonly name: string
  readonly perSecond: number
  readonly medianMs: number
  readonly p99Ms: number
  /** CPU seconds of each process for 1,000 calls. */
  readonly cpu?: CpuTimes
  /** Pages of tables and indexes that one call reads. */
  readonly pages?: number
}

/** One figure that can be compared with last month's: a way and its baselines, in the same run. */
export interface Answer {
  readonly bench: string
  readonly question: string
  readonly rates: readonly Rate[]
  readonly ratios: readonly {
    readonly name: string
    readonly value: number
    readonly target: string
    readonly holds: boolean
  }[]
}

export interface Load {
  readonly name: string
  /** The number of concurrent calls. */
  readonly concurrency: number
  readonly seconds: number
  act(): Promise<unknown>
}

/** Keeps `concurrency` calls in progress for `seconds`, after a second of warming up. */
export async function measure({ name, concurrency, seconds, act }: Load): Promise<Rate> {
  await run(act, concurrency, 1)
  return rateOf(name, () => run(act, concurrency, seconds))
}

async function rateOf(name: string, taking: () => Promise<Taken>): Promise<Rate> {
  const before = cpuTimes()
  const { times, elapsedMs } = await taking()
  return {
    name,
    perSecond: Math.round((times.length / elapsedMs) * 1_000),
    ...spread(times),
    cpu: cpuPerThousand(before, cpuTimes(), times.length),
  }
}

async function run(
  act: () => Promise<unknown>,
  concurrency: number,
  seconds: number,
): Promise<Taken> {
  const times: number[] = []
  const start = monotonicMs()
  const end = start + seconds * 1_000
  const lane = async () => {
    while (monotonicMs() < end) {
      const from = monotonicMs()
      await act()
      times.push(monotonicMs() - from)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return { times, elapsedMs: monotonicMs() - start }
}

/**
 * Starts calls at a rate of `perSecond`, after a second of warming up. The time of a call counts
 * from the instant at which it was due.
 */
export async function measurePaced({ name, perSecond, seconds, act }: PacedLoad): Promise<Rate> {
  await runPaced(act, perSecond, 1)
  return rateOf(name, () => runPaced(act, perSecond, seconds))
}

export interface PacedLoad {
  readonly name: string
  readonly perSecond: number
  readonly seconds: number
  act(): Promise<unknown>
}

async function runPaced(
  act: () => Promise<unknown>,
  perSecond: number,
  seconds: number,
): Promise<Taken> {
  const times: number[] = []
  const start = monotonicMs()
  const calls: Promise<void>[] = []
  const timed = async (dueMs: number) => {
    await act()
    times.push(monotonicMs() - dueMs)
  }
  while (calls.length < perSecond * seconds) {
    const dueMs = start + (calls.length / perSecond) * 1_000
    if (monotonicMs() < dueMs) await new Promise((wake) => setTimeout(wake, 1))
    else calls.push(timed(dueMs))
  }
  await Promise.all(calls)
  return { times, elapsedMs: monotonicMs() - start }
}

interface Taken {
  readonly times: number[]
  readonly elapsedMs: number
}

export function spread(times: readonly number[]): { medianMs: number; p99Ms: number } {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (share: number) =>
    Math.round(
      (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100,
    ) / 100
  return { medianMs: at(0.5), p99Ms: at(0.99) }
}

/** The figures of something that takes long and is done a few times. */
export function slowRate(name: string, times: readonly number[]): Rate {
  const { medianMs, p99Ms } = spread(times)
  return { name, perSecond: Math.round((1_000 / medianMs) * 100) / 100, medianMs, p99Ms }
}

/** A ratio that must be at least (or at most) its target. */
export function ratio(
  name: string,
  value: number,
  target: { atLeast: number } | { atMost: number },
): Answer['ratios'][number] {
  const rounded = Math.round(value * 100) / 100
  return 'atLeast' in target
    ? { name, value: rounded, target: `≥ ${target.atLeast}`, holds: rounded >= target.atLeast }
    : { name, value: rounded, target: `≤ ${target.atMost}`, holds: rounded <= target.atMost }
}

/**
 * The middle one of several runs of each way, taken in turns, so that disturbances of the machine
 * affect all of them alike.
 */
export async function inTurns(loads: readonly Load[], rounds: number): Promise<Rate[]> {
  const taken = new Map<string, Rate[]>(loads.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const load of loads) taken.get(load.name)?.push(await measure(load))
  return [...taken.values()].map((rates) => middle(rates, 'perSecond'))
}

/** Of several runs of one way that with the median of a figure. */
export function middle(rates: readonly Rate[], by: 'perSecond' | 'medianMs'): Rate {
  const sorted = rates.toSorted((one, other) => one[by] - other[by])
  const chosen = sorted[sorted.length >> 1]
  if (!chosen) throw new Error('nothing was measured')
  return chosen
}

/** Of several runs of one way the least disturbed one: that with the lowest p99. */
export function calmest(rates: readonly Rate[]): Rate {
  const [first] = rates.toSorted((one, other) => one.p99Ms - other.p99Ms)
  if (!first) throw new Error('nothing was measured')
  return first
}
