import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '../src/primitives/clock.ts'
import { type Answer, ratio, slowRate } from './measure.ts'

const root = join(import.meta.dirname, '..')
const rounds = 5

/**
 * Measures `npm start` until it is ready, with everything installed and built, and a home of an
 * earlier start. The yardstick is a Node that loads the modules of the gateway, and ends.
 */
export async function start(): Promise<Answer> {
  const home = await mkdtemp(join(tmpdir(), 'guiche-start-'))
  try {
    const first = await untilReady(home)
    const [later, loads]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      loads.push(await loadModules())
      later.push(await untilReady(home))
    }
    const rates = [
      slowRate('first start', [first]),
      slowRate('later start', later),
      slowRate('loading the modules', loads),
    ]
    const [, again, load] = rates.map(({ medianMs }) => medianMs)
    return {
      bench: 'start',
      question: 'from npm start to ready, ms',
      rates,
      ratios: [
        ratio('later start, s', (again ?? 0) / 1_000, { atMost: 4 }),
        ratio('later start / loading the modules', (again ?? 0) / (load ?? 1), { atMost: 4 }),
      ],
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function untilReady(home: string): Promise<number> {
  const file = join(home, 'dev.json')
  await rm(file, { force: true })
  const from = monotonicMs()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: {
      ...process.env,
      GUICHE_HOME: home,
      PORT: '0',
      SANDBOX_PORT: '0',
      NODE_COMPILE_CACHE: '',
    },
    stdio: 'ignore',
    detached: true,
  })
  const ended = once(child, 'exit')
  while (!existsSync(file)) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`)
    await wait(5)
  }
  const ms = monotonicMs() - from
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT') // To all, as a terminal does.
  await ended
  return ms
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
