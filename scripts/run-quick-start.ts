import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { phpPath } from '../test/kit/php.ts'
import { commandsFor, languagesOf, type Step, stepsOf } from './quick-start-steps.ts'
import { exitWithParent, untilStopped } from './supervise.ts'

/**
 * Follows docs/guides/quick-start.md in an empty directory, for each language that this machine
 * runs: a clone of the last commit, `npm start`, and the program until its webhook is verified.
 */

exitWithParent()
const root = join(import.meta.dirname, '..')
const usage = 'npm run quick-start -- [typescript | php | python …]'
const mostSteps = 6
const longestStartMs = 15 * 60_000

let running: ChildProcess | undefined
void untilStopped().then(async () => {
  await stop(running)
  process.exit(130)
})
async function runQuickStart(names: readonly string[]): Promise<number> {
  const steps = stepsOf(readFileSync(join(root, 'docs/guides/quick-start.md'), 'utf8'))
  const languages = languagesOf(steps).filter(
    (language) => names.length === 0 || names.includes(language.toLowerCase()),
  )
  if (languages.length === 0 || steps.length === 0 || steps.length > mostSteps) {
    console.error(steps.length > mostSteps ? `more than ${mostSteps} steps` : usage)
    return 2
  }
  for (const language of languages) {
    const path = await pathFor(language)
    if (path === undefined) console.log(`\n${language}: not run, it is not on this machine`)
    else await follow(steps, language, path)
  }
  return 0
}

/** The search path of a person: without the packages of this repository. */
async function pathFor(language: string): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const plain = folders.filter((folder) => !folder.includes('node_modules'))
  const program = { PHP: 'php', Python: 'python3' }[language]
  const isThere = (name: string) => plain.some((folder) => existsSync(join(folder, name)))
  if (program === undefined || isThere(program)) return plain.join(delimiter)
  if (program !== 'php') return undefined
  const php = await phpPath().catch(() => undefined)
  return php && [dirname(php), ...plain].join(delimiter)
}

async function follow(steps: readonly Step[], language: string, path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-quick-start-'))
  const env = { PATH: path, HOME: process.env.HOME, PORT: '0', LANG: 'en_US.UTF-8' }
  console.log(`\n${language}:`)
  for (const [index, { title, blocks }] of steps.entries())
    console.log(`  ${index + 1}. ${title}\n${indented(commandsFor({ title, blocks }, language))}`)
  const startedAt = performance.now()
  const [start = '', ...rest] = steps.map((step) => commandsFor(step, language))
  try {
    await startGateway(start.replace('ADDRESS', root), { folder, env })
    const output = execFileSync('bash', ['-e', '-c', rest.join('')], {
      cwd: folder,
      env: { ...env, npm_config_loglevel: 'error' },
      encoding: 'utf8',
      timeout: 180_000,
    })
    const isPaid = /^WAITING_PAYMENT 000201.+\nPAID order-1$/m.test(output)
    if (!isPaid) throw new Error(`the program ended without a paid order: ${output}`)
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    const commands = [start, ...rest].join('').trim().split('\n').length
    console.log(`\n${indented(output)}`)
    console.log(`  PAID after ${steps.length} steps (${commands} lines typed) and ${seconds} s`)
  } finally {
    await stop(running)
    rmSync(folder, { recursive: true, force: true })
  }
}

function indented(text: string): string {
  return text.trimEnd().replace(/^/gm, '       ')
}

/** The first terminal. It has a group of its own, so that all of it can be ended. */
async function startGateway(
  commands: string,
  { folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
): Promise<void> {
  const options = { cwd: folder, env, detached: true } as const
  const gateway = spawn('bash', ['-e', '-c', commands], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running = gateway
  const isReady = (): boolean => existsSync(join(folder, 'guiche/.guiche/dev.json'))
  const limit = AbortSignal.timeout(longestStartMs)
  while (!isReady()) {
    if (gateway.exitCode !== null) throw new Error(`step 1 ended with ${gateway.exitCode}`)
    limit.throwIfAborted()
    await wait(200)
  }
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  process.kill(-child.pid, 'SIGINT')
  await once(child, 'exit')
}

process.exit(await runQuickStart(process.argv.slice(2)))
