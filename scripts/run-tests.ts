import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, glob, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { isAlive } from '../src/db/postmaster.ts'
import { browserPath } from '../test/kit/browser.ts'
import { openCitusCluster } from '../test/kit/citus.ts'
import { openTestDatabase } from '../test/kit/database.ts'
import { buildDashboard } from './build-dashboard.ts'
import { buildDocs } from './build-docs.ts'
import { bundleProgram } from './bundle-program.ts'
import { putFirst } from './put-first.ts'
import { exitWithParent, untilStopped } from './supervise.ts'
import { checkedFolders, groupFiles, usualLimitMs } from './test-groups.ts'

exitWithParent()
process.chdir(join(import.meta.dirname, '..'))

/**
 * Runs the test files on one PostgreSQL: all but those of `checkedFolders`. Arguments choose the
 * files whose paths contain one of them; `--test-timeout` is the time for one test or its set-up;
 * `--citus` runs them on a cluster of Citus; other arguments that start with a dash are passed to
 * Node.
 */
async function runTests(args: string[]): Promise<number> {
  const words = args.filter((arg) => !arg.startsWith('-'))
  const files = await findTests(words)
  if (files.length === 0) {
    console.error(`No test file matches ${words.join(' ') || 'anything'}.`)
    return 1
  }
  const home = await mkdtemp(join(tmpdir(), 'guiche-test-'))
  // The files that tests, and the browser they unpack, leave behind are removed with it.
  const scratch = join(home, 'tmp')
  await mkdir(scratch)
  const sandboxKeys = join(home, 'sandbox-keys')
  await mkdir(sandboxKeys, { mode: 0o700 })
  const data = await makeDataFolder()
  // PostgreSQL must reach its directory as another user.
  if (process.getuid?.() === 0) for (const each of [home, scratch, data]) await chmod(each, 0o711)
  process.env.TMPDIR = scratch
  // Each is made before two files do so at once.
  if (files.some((file) => file.startsWith('test/'))) await browserPath()
  const isIn = (folder: string) => files.some((file) => file.startsWith(folder))
  if (['test/administration/', 'test/dashboard/', 'test/exhaustive/', published].some(isIn))
    await buildDashboard()
  if (isIn(published)) await buildDocs()
  const program = await bundleProgram()
  const server = await (args.includes(citusOption) ? startCluster(data) : startServer(data))
  try {
    const flags = [
      '--test',
      `--test-concurrency=${processes}`,
      '--test-reporter=spec',
      ...['runner-hook.ts', 'end-of-tests.ts'].flatMap((file) => ['--import', moduleUrl(file)]),
    ]
    const options = args.filter(
      (arg) => arg.startsWith('-') && arg !== citusOption && !arg.startsWith(limitOption),
    )
    const groups = await writeGroups(home, files, limitOf(args))
    const nodeArgs = [...flags, ...options, ...groups]
    const env = {
      NODE_COMPILE_CACHE: compileCache,
      TEST_GUICHE_PROGRAM: program,
      TEST_SANDBOX_KEYS: sandboxKeys,
      ...process.env,
      ...server.env,
    }
    // In the group of this process, so that a signal that kills this process kills it.
    const run = spawn(process.execPath, nodeArgs, { stdio: 'inherit', env })
    void untilStopped().then(() => run.kill('SIGTERM'))
    const [code] = await once(run, 'exit')
    return code ?? 1
  } finally {
    await server.stop()
    for (const each of [home, data]) await rm(each, { recursive: true, force: true })
  }
}

interface TestServer {
  /** Where test files make their databases. */
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

async function startServer(home: string): Promise<TestServer> {
  const { socketUrl, pid, stop } = await startEmbeddedPostgres({ home, isDurable: false })
  // A login, a lock or a commit that waits behind the tests for a processor fails one of them.
  putFirst(pid)
  return { env: { TEST_DATABASE_URL: socketUrl }, stop }
}

/**
 * Few shards: each test file makes all tables of every shard. A statement of several shards asks
 * them one after the other, because a session for each of them costs more than the rows of a test.
 */
async function startCluster(home: string): Promise<TestServer> {
  const settings = { 'citus.shard_count': 4, 'citus.max_adaptive_executor_pool_size': 1 }
  const { env, close } = await openCitusCluster({ home, workers: 2, settings })
  try {
    // Placing the tables takes longer than a test may.
    Object.assign(process.env, env)
    await (await openTestDatabase()).close()
  } catch (cause) {
    await close()
    throw cause
  }
  return { env, stop: close }
}

/**
 * In memory where there is much of it: each test file makes a database of about a thousand files,
 * and a disk spends more time on these than PostgreSQL does. Removes what killed runs left.
 */
async function makeDataFolder(): Promise<string> {
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  if (bavail * bsize < 8 * 2 ** 30) return mkdtemp(join(tmpdir(), dataPrefix))
  for await (const name of glob(`${dataPrefix}*`, { cwd: memory })) {
    const [pid] = name.slice(dataPrefix.length).split('-')
    // Another user's folder cannot be removed.
    if (!isAlive(Number(pid)))
      await rm(join(memory, name), { recursive: true, force: true }).catch(() => {})
  }
  return mkdtemp(join(memory, `${dataPrefix}${process.pid}-`))
}

const dataPrefix = 'guiche-test-data-'
const published = 'test/published/'

/** Most files wait more than they compute, and one process has files that do little else. */
const processes = 2 * availableParallelism() + 1
const limitOption = '--test-timeout='
const citusOption = '--citus'

const limitOf = (args: string[]): number =>
  Number(
    args.findLast((arg) => arg.startsWith(limitOption))?.slice(limitOption.length) ?? usualLimitMs,
  )

/** One module for each process. Returns their paths. */
function writeGroups(home: string, files: string[], limitMs: number): Promise<string[]> {
  return Promise.all(
    groupFiles(files, processes).map(async (group) => {
      const path = join(home, `${group.name}.mjs`)
      const runner = JSON.stringify(moduleUrl('test-group.ts'))
      const call = `runFiles(${JSON.stringify(group.files)}, ${group.hasOwnLimits ? 0 : limitMs})`
      await writeFile(path, `import { runFiles } from ${runner}\n${call}\n`)
      return path
    }),
  )
}

/**
 * Code that Node has compiled once: each file, and each process that a test starts, loads the same
 * modules.
 */
const compileCache = join(import.meta.dirname, '../node_modules/.cache/node-compile')

function moduleUrl(file: string): string {
  return new URL(file, import.meta.url).href
}

async function findTests(words: string[]): Promise<string[]> {
  const folders = [
    'bench',
    'checkout',
    'contract',
    'dashboard',
    'sandbox',
    'scripts',
    'sdk',
    'src',
    'test',
  ]
  const files: string[] = []
  for await (const file of glob(folders.map((folder) => `${folder}/**/*.test.ts`)))
    files.push(file.split(sep).join('/'))
  return files
    .filter((file) =>
      words.length === 0
        ? !checkedFolders.some((folder) => file.startsWith(folder))
        : words.some((text) => file.includes(text)),
    )
    .sort()
}

process.exitCode = await runTests(process.argv.slice(2))
