import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, glob, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'
import { browserPath } from '../test/kit/browser.ts'
import { buildDashboard } from './build-dashboard.ts'
import { buildDocs } from './build-docs.ts'
import { exitWithParent, untilStopped } from './supervise.ts'

exitWithParent()
process.chdir(join(import.meta.dirname, '..'))

/**
 * Runs every test file on one PostgreSQL. Arguments choose the files whose paths contain one of
 * them; arguments that start with a dash are passed to Node.
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
  // PostgreSQL must reach its directory as another user.
  if (process.getuid?.() === 0) for (const each of [home, scratch]) await chmod(each, 0o711)
  process.env.TMPDIR = scratch
  // Each is made before two files do so at once.
  if (files.some((file) => isBrowserTest(file))) await browserPath()
  if (files.some((file) => file.startsWith('test/dashboard/'))) await buildDashboard()
  if (files.some((file) => file.startsWith('test/docs-site/'))) await buildDocs()
  const server = await startEmbeddedPostgres({ home, isDurable: false })
  try {
    const flags = [
      '--test',
      `--test-concurrency=${2 * availableParallelism()}`, // Most files wait more than they compute.
      '--test-timeout=120000',
      '--test-reporter=spec',
      '--import',
      endOfTests,
    ]
    const nodeArgs = [...flags, ...args.filter((arg) => arg.startsWith('-')), ...files]
    const env = {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      TEST_DATABASE_URL: server.databaseUrl,
    }
    // In the group of this process, so that a signal that kills this process kills it.
    const run = spawn(process.execPath, nodeArgs, { stdio: 'inherit', env })
    void untilStopped().then(() => run.kill('SIGTERM'))
    const [code] = await once(run, 'exit')
    return code ?? 1
  } finally {
    await server.stop()
    await rm(home, { recursive: true, force: true })
  }
}

const isBrowserTest = (file: string) => /^test\/(?:browser|dashboard|docs-site)\//.test(file)

/**
 * Code that Node has compiled once: each file, and each process that a test starts, loads the same
 * modules.
 */
const compileCache = join(import.meta.dirname, '../node_modules/.cache/node-compile')

const endOfTests = new URL('end-of-tests.ts', import.meta.url).href

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
    .filter((file) => words.length === 0 || words.some((text) => file.includes(text)))
    .sort()
}

process.exitCode = await runTests(process.argv.slice(2))
