import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '../src/primitives/clock.ts'
import { type Answer, ratio, slowRate } from './measure.ts'

const root = join(import.meta.dirname, '..')
const rounds = 5

/**
 * Measures `npm start` until it is ready: from a copy without packages, with a new home, and with a
 * home of an earlier start, everything installed and built. The first two are listed by the steps
 * that the start names. The yardstick of the last is a Node that loads the modules of the gateway,
 * and ends.
 */
export async function start(): Promise<Answer> {
  const copy = await mkdtemp(join(tmpdir(), 'guiche-start-copy-'))
  const home = await mkdtemp(join(tmpdir(), 'guiche-start-'))
  try {
    const files = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x', '-C', copy], { input: files })
    const nothing = await untilReady(copy, join(copy, '.guiche'))
    const first = await untilReady(root, home)
    const [later, loads]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      loads.push(await loadModules())
      later.push((await untilReady(root, home)).ms)
    }
    const [again, load] = [slowRate('later start', later), slowRate('loading the modules', loads)]
    return {
      bench: 'start',
      question: 'from npm start to ready, ms',
      rates: [...ratesOf('from nothing', nothing), ...ratesOf('new home', first), again, load],
      ratios: [
        ratio('later start, s', again.medianMs / 1_000, { atMost: 4 }),
        ratio('later start / loading the modules', again.medianMs / load.medianMs, { atMost: 4 }),
      ],
    }
  } finally {
    await rm(home, { recursive: true, force: true })
    await rm(copy, { recursive: true, force: true })
  }
}

interface Start {
  readonly ms: number
  /** Each step that the start names, and how long it took, ms. */
  readonly steps: ReadonlyMap<string, number>
}

/** The whole start, its steps, and the time outside them. */
function ratesOf(name: string, { ms, steps }: Start) {
  const others = ms - [...steps.values()].reduce((sum, step) => sum + step, 0)
  return [
    slowRate(name, [ms]),
    ...[...steps, ['the rest', others] as const].map(([step, took]) =>
      slowRate(`${name}: ${step}`, [took]),
    ),
  ]
}

async function untilReady(folder: string, home: string): Promise<Start> {
  const file = join(home, 'dev.json')
  await rm(file, { force: true })
  const from = monotonicMs()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env: {
      ...process.env,
      GUICHE_HOME: home,
      PORT: '0',
      SANDBOX_PORT: '0',
      NODE_COMPILE_CACHE: '',
      LC_ALL: 'en_US.UTF-8',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const ended = once(child, 'exit')
  const steps = new Map<string, number>()
  const begunAtMs = new Map<string, number>()
  createInterface(child.stderr).on('line', (line) => {
    const [, mark, step = ''] = /^([…✔]) (.+?)(?:: .*)? \(\d+ s\)$/.exec(line) ?? []
    if (mark === '…' && !begunAtMs.has(step)) begunAtMs.set(step, monotonicMs())
    if (mark === '✔') steps.set(step, monotonicMs() - (begunAtMs.get(step) ?? from))
  })
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
    await wait(5)
  }
  const ms = monotonicMs() - from
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT') // To all, as a terminal does.
  await ended
  return { ms, steps }
}

async function loadModules(): Promise<number> {
  const from = monotonicMs()
  const program = `await import(${JSON.stringify(join(root, 'src/serve.ts'))}); process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/guiche') },
    stdio: 'ignore',
  })
  await once(child, 'exit')
  return monotonicMs() - from
}
