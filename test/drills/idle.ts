import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openTestDatabase } from '../kit/database.ts'
import { notZero, playRounds, type Round } from '../kit/drill.ts'
import { openDrillWorld, type ServerName } from '../kit/drill-world.ts'
import { openInstallation } from '../kit/installation.ts'
import { auditLoad, openKeyedLoad } from '../kit/keyed-load.ts'
import { reservePort } from '../kit/reserve-port.ts'

/*
 * npm run drill -- idle [minutes]: the processor time of a production process without requests, and
 * the memory of each process at half of the highest load. An hour shows that memory is flat; the
 * idle process is watched for a tenth of that time, at least a minute.
 */

const minutes = Number(process.argv[2] ?? 60)
const clients = 8
const warmUpMs = 20_000
/** A new process reads the statements of the last days from its bank. */
const settleMs = 90_000
const sampleMs = 5_000
/** Of one core. */
const mostIdle = 0.01
/**
 * The growth of the memory in an hour, as a part of its average. The first quarter of the time is
 * the warm-up: the heap grows to the size that the load needs.
 */
const mostGrowth = 0.1
/** A shorter run does not tell growth from the sawtooth of the collector. */
const leastJudgedMinutes = 30

await playRounds(1, drill, async () => {})

async function drill(): Promise<Round> {
  const idle = await idleProcessor(Math.max(1, minutes / 10) * 60_000)
  const memory = await memoryUnderLoad(minutes * 60_000)
  return {
    figures: { 'idle % of a core': Math.round(idle * 10_000) / 100, ...memory.figures },
    contradictions: [
      ...(idle > mostIdle ? ['an idle process uses more than 1 % of a core'] : []),
      ...memory.contradictions,
    ],
  }
}

/** A production process with both roles, one bank and no request. */
async function idleProcessor(forMs: number): Promise<number> {
  const { env, database, close } = await openInstallation()
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...env,
      DATABASE_URL: database.url,
      PORT: String(await reservePort()),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  await wait(settleMs)
  const before = await processorMs(child.pid)
  await wait(forMs)
  const used = (await processorMs(child.pid)) - before
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  await close()
  return used / forMs
}

async function memoryUnderLoad(forMs: number): Promise<Round> {
  const home = await mkdtemp(join(tmpdir(), 'guiche-idle-'))
  const database = await openTestDatabase()
  const world = await openDrillWorld({ home, databaseUrl: database.url })
  try {
    const fast = openKeyedLoad(world, { clients, changesShop: true })
    await fast.sellUntil(AbortSignal.timeout(warmUpMs), 'warm-up')
    const warm = fast.acknowledged.length
    await fast.sellUntil(AbortSignal.timeout(warmUpMs), 'peak')
    const peak = (fast.acknowledged.length - warm) / (warmUpMs / 1_000)
    // Each client rests as long as an order of it takes.
    const pauseMs = Math.round((clients / peak) * 1_000)
    const load = openKeyedLoad(world, { clients, changesShop: true, pauseMs })
    const selling = load.sellUntil(AbortSignal.timeout(forMs), 'half')
    const names = Object.keys(world.servers) as ServerName[]
    const samples: Record<ServerName, number[]> = { 'api-1': [], 'api-2': [], worker: [] }
    for (const endsAt = Date.now() + forMs; Date.now() < endsAt; await wait(sampleMs))
      for (const name of names) samples[name].push(await residentMb(world.servers[name].pid()))
    await selling

    const counts = await auditLoad(world, [...fast.acknowledged, ...load.acknowledged])
    const quarter = (all: readonly number[], n: number) =>
      average(all.slice(Math.floor((all.length * n) / 4), Math.ceil((all.length * (n + 1)) / 4)))
    const slope = (name: ServerName) =>
      growthAnHour(samples[name].slice(Math.floor(samples[name].length / 4)))
    const grown = names.filter((name) => slope(name) > mostGrowth * average(samples[name]))
    return {
      figures: {
        minutes: Math.round(forMs / 60_000),
        'peak sales/s': Math.round(peak),
        'sales/s': Math.round(load.acknowledged.length / (forMs / 1_000)),
        ...Object.fromEntries(
          names.map((name) => [
            `${name} MB by quarter`,
            [0, 1, 2, 3].map((n) => Math.round(quarter(samples[name], n))).join(' '),
          ]),
        ),
        ...Object.fromEntries(names.map((name) => [`${name} MB an hour`, Math.round(slope(name))])),
        ...counts,
      },
      contradictions: [
        ...(forMs < leastJudgedMinutes * 60_000
          ? []
          : grown.map((name) => `the memory of ${name} grows`)),
        ...notZero(counts),
      ],
    }
  } finally {
    await world.close()
    await database.close()
    await rm(home, { recursive: true, force: true })
  }
}

/** The processor time of a process since its start. */
async function processorMs(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticksPerSecond = 100
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1_000
}

async function residentMb(pid: number | undefined): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_024
}

/** The slope of the line that fits the samples best, in their unit an hour. */
function growthAnHour(samples: readonly number[]): number {
  const middle = (samples.length - 1) / 2
  const mean = average(samples)
  const along = samples.reduce((sum, each, at) => sum + (at - middle) * (each - mean), 0)
  const across = samples.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return (along / across) * (3_600_000 / sampleMs)
}

function average(all: readonly number[]): number {
  return all.reduce((sum, each) => sum + each, 0) / all.length
}
