import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../src/primitives/free-port.ts'
import { exitWithParent } from './supervise.ts'

/*
 * Runs the tests of test/custody against HashiCorp Vault itself, built from its Go modules, and
 * against moto, a simulator of AWS in Python. It needs `go` and `python3`; the first build takes
 * some minutes. `npm test` runs the same tests against servers of test/kit.
 */

exitWithParent()
const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'guiche-custody-check-'))

function run(command: string, args: readonly string[], options: Parameters<typeof spawnSync>[2]) {
  console.log(`${command} ${args.join(' ')}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', ...options })
  if (status !== 0) throw new Error(`${command} failed`)
}

function buildVault(): string {
  const cwd = join(folder, 'vault')
  cpSync(join(root, 'test/custody/vault'), cwd, { recursive: true })
  const env = { ...process.env, GOFLAGS: '-mod=mod' }
  run('go', ['mod', 'tidy'], { cwd, env, stdio: ['ignore', 'inherit', 'ignore'] })
  run('go', ['build', '-o', 'vault', '.'], { cwd, env })
  return join(cwd, 'vault')
}

async function startMoto(): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const place = join(folder, 'moto')
  run('python3', ['-m', 'venv', place], {})
  run(join(place, 'bin/pip'), ['install', '--quiet', 'moto[kms,server]==5.2.5'], {})
  const port = await freePort()
  const child = spawn(join(place, 'bin/moto_server'), ['-H', '127.0.0.1', '-p', `${port}`], {
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(url).catch(() => undefined)) return { url, child }
    await sleep(200)
  }
  throw new Error('moto did not start')
}

let moto: Awaited<ReturnType<typeof startMoto>> | undefined
try {
  const program = buildVault()
  moto = await startMoto()
  const { status } = spawnSync(process.execPath, ['--test', 'test/custody/*.test.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, GUICHE_TEST_VAULT: program, GUICHE_TEST_KMS: moto.url },
  })
  process.exitCode = status ?? 1
} finally {
  moto?.child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
}
