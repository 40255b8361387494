import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type StormStory, stormStories } from './storm-stories.ts'
import { exitWithParent, untilStopped } from './supervise.ts'
import { readTestReport } from './test-report.ts'

exitWithParent()
const usage = `npm run storm -- [name…] [--factor 5] [--seed 1]

Plays the stories of kills, faults, locks, silent connections, clocks, races and webhooks, and the
model test, at a multiple
of their size in npm test. Names: ${stormStories.map(({ name }) => name).join(', ')}.`

let running: ChildProcess | undefined
let isStopped = false
void untilStopped().then(() => {
  isStopped = true
  running?.kill('SIGTERM')
})

interface Row {
  readonly story: StormStory
  readonly seconds: number
  readonly tests: number
  readonly failed: readonly string[]
  readonly figures: readonly string[]
}

/** Prints a table. Exits with 1 when a test of a story failed, with 2 after a wrong call. */
async function runStorm(args: readonly string[]): Promise<number> {
  const { names, factor, seed } = readArgs(args)
  const unknown = names.filter((name) => !stormStories.some((story) => story.name === name))
  if (unknown.length > 0 || ![factor, seed].every((each) => /^[1-9]\d{0,8}$/.test(each))) {
    console.error(usage)
    return 2
  }
  const stories = stormStories.filter(({ name }) => names.length === 0 || names.includes(name))
  const rows: Row[] = []
  for (const story of stories) {
    console.log(`\n${story.name}: ${story.what}`)
    rows.push(await play(story, Number(factor), Number(seed)))
    if (isStopped) return 130
  }
  console.log(`\nFactor ${factor}, seed ${seed}.\n`)
  console.log('| story | what | tests | failed | seconds | figure |\n|---|---|---|---|---|---|')
  for (const { story, tests, failed, seconds, figures } of rows) {
    const verdict = failed.length === 0 ? '0' : `**${failed.length}**: ${failed.join('; ')}`
    console.log(
      `| ${story.name} | ${story.what} | ${tests} | ${verdict} | ${seconds} | ${figures.join('; ')} |`,
    )
  }
  return rows.some(({ failed }) => failed.length > 0) ? 1 : 0
}

function readArgs(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { factor: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' } },
      allowPositionals: true,
    })
    return { names: positionals, ...values }
  } catch {
    return { names: [], factor: '', seed: '' }
  }
}

async function play(story: StormStory, factor: number, seed: number): Promise<Row> {
  const startedAt = performance.now()
  const runs = story.grows === 'runs' ? factor : 1
  const size = story.grows === 'runs' ? 1 : factor
  let tests = 0
  const failed = new Set<string>()
  const figures: string[] = []
  for (let run = 0; run < runs && !isStopped; run += 1) {
    const report = await runTests(story.files, { size, seed: seed + run })
    tests += report.tests
    for (const { name } of report.failed) failed.add(name)
    figures.push(...report.figures)
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  return { story, tests, failed: [...failed], figures, seconds }
}

/** Hours: a story of many times its size takes as many times as long. */
const timeoutMs = 6 * 3_600_000

async function runTests(
  files: readonly string[],
  { size, seed }: { readonly size: number; readonly seed: number },
) {
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'run-tests.ts'),
      '--test-concurrency=1',
      `--test-timeout=${timeoutMs}`,
      ...files,
    ],
    {
      // The end of the pipe shows that this process has ended.
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, STORM_FACTOR: String(size), STORM_SEED: String(seed) },
    },
  )
  running = child
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    process.stdout.write(chunk)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  running = undefined
  const report = readTestReport(Buffer.concat(chunks).toString())
  if (code !== 0 && report.failed.length === 0)
    return { ...report, failed: [{ name: `the run itself ended with ${code}`, file: '' }] }
  return report
}

process.exitCode = await runStorm(process.argv.slice(2))
