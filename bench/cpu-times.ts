import { readdirSync, readFileSync } from 'node:fs'

/** CPU seconds by the name of a process. */
export type CpuTimes = Readonly<Record<string, number>>

/** The name of each watched process. Several may have one name. */
const watched = new Map<number, string>()

/**
 * From now on each measurement reports the CPU time of a process and of its children. Returns how
 * to end that. The times are read from /proc: the benchmarks run on Linux.
 */
export function watchCpu(name: string, pid: number): () => void {
  watched.set(pid, name)
  return () => void watched.delete(pid)
}

/** What each watched process has used since its start, and this one, which makes the load. */
export function cpuTimes(): CpuTimes {
  const children = childrenByParent()
  const { user, system } = process.cpuUsage()
  const times: Record<string, number> = { bench: (user + system) / 1e6 }
  for (const [pid, name] of watched)
    times[name] = (times[name] ?? 0) + secondsOf(pid, children.get(pid) ?? [])
  return times
}

/** The CPU seconds for 1,000 calls, of the processes that used any. */
export function cpuPerThousand(before: CpuTimes, after: CpuTimes, calls: number): CpuTimes {
  const spent = Object.entries(after).map(
    ([name, seconds]) => [name, ((seconds - (before[name] ?? 0)) / calls) * 1_000] as const,
  )
  return Object.fromEntries(
    spent
      .filter(([, seconds]) => seconds >= 0.005)
      .map(([name, seconds]) => [name, Math.round(seconds * 100) / 100]),
  )
}

interface ProcessTimes {
  readonly parent: number
  /** Its own, and that of its ended children, in clock ticks. */
  readonly ticks: number
}

const ticksPerSecond = 100

function secondsOf(pid: number, children: readonly ProcessTimes[]): number {
  const ticks = [timesOf(pid), ...children].reduce((sum, each) => sum + (each?.ticks ?? 0), 0)
  return ticks / ticksPerSecond
}

function childrenByParent(): ReadonlyMap<number, ProcessTimes[]> {
  const pids = watched.size === 0 ? [] : readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return Map.groupBy(
    pids.flatMap((pid) => timesOf(Number(pid)) ?? []),
    ({ parent }) => parent,
  )
}

/** Undefined: it has ended. */
function timesOf(pid: number): ProcessTimes | undefined {
  let line: string
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The name of the program is in parentheses and may hold spaces.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const at = (index: number) => Number(fields[index])
  return { parent: at(1), ticks: at(11) + at(12) + at(13) + at(14) }
}
