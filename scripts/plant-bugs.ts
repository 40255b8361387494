import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PlantedBug, plantedBugs, tableHead } from '../test/planted/bugs.ts'
import { type FailedTest, readTestReport } from './test-report.ts'

const root = join(import.meta.dirname, '..')
let running: ChildProcess | undefined
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopped = true
    running?.kill('SIGTERM')
  })

/**
 * Applies each planted bug to a copy of this checkout and runs the tests that should find it.
 * Arguments choose the bugs whose names contain one of them. Prints a table; fails when a bug was
 * found by no test, or when the tests fail without it.
 */
async function plantBugs(args: readonly string[]): Promise<number> {
  const bugs = plantedBugs.filter(
    ({ name }) => args.length === 0 || args.some((text) => name.includes(text)),
  )
  const copy = await mkdtemp(join(tmpdir(), 'guiche-planted-'))
  const rows: { readonly bug: PlantedBug; readonly found: readonly FailedTest[] }[] = []
  try {
    await copyCheckout(copy)
    const words = [...new Set(bugs.flatMap(({ foundBy }) => foundBy))]
    console.log(`Without a bug: ${words.length} groups of test files…`)
    const clean = await runTests(copy, words)
    if (clean.failed.length > 0 || clean.code !== 0) {
      const names = clean.failed.map(({ name }) => name).join('\n')
      console.error(`These tests fail without a planted bug:\n${names}`)
      return 1
    }
    for (const [index, bug] of bugs.entries()) {
      const undo = await plant(copy, bug)
      const { code, failed } = await runTests(copy, bug.foundBy)
      await undo()
      if (isStopped) return 130
      const found = failed.length === 0 && code !== 0 ? [brokenRun] : failed
      rows.push({ bug, found })
      console.log(
        `${index + 1}/${bugs.length} ${bug.name}: ${found[0]?.name ?? 'NOT FOUND'} (${found.length})`,
      )
    }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
  console.log(`\n${tableHead}`)
  for (const { bug, found } of rows)
    console.log(`| ${bug.name} | ${bug.rule} | ${foundText(found)} |`)
  return rows.some(({ found }) => found.length === 0) ? 1 : 0
}

const brokenRun: FailedTest = { name: 'the run itself broke', file: '' }

/** A cell of the table of docs/reliability.md: the first test that failed, and how many more. */
function foundText(found: readonly FailedTest[]): string {
  const [first] = found
  if (!first) return '**no test**'
  const more = found.length > 1 ? `, and ${found.length - 1} more` : ''
  return `\`${first.file}\`: ${first.name}${more}`
}

/** The files that git tracks or would add, and a link to the installed packages. */
async function copyCheckout(copy: string): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of listed.split('\n').filter((each) => each !== ''))
    await cp(join(root, file), join(copy, file)).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENOENT') throw cause // Deleted here and not yet committed.
    })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
}

/** Returns a function that removes it again. */
async function plant(copy: string, { name, edits }: PlantedBug): Promise<() => Promise<void>> {
  const before = new Map<string, string>()
  for (const { file, from, to } of edits) {
    const text = await readFile(join(copy, file), 'utf8')
    if (text.split(from).length !== 2) throw new Error(`"${name}" does not fit ${file} any more`)
    if (!before.has(file)) before.set(file, text)
    await writeFile(
      join(copy, file),
      text.replace(from, () => to),
    )
  }
  return async () => {
    for (const [file, text] of before) await writeFile(join(copy, file), text)
  }
}

async function runTests(copy: string, words: readonly string[]) {
  const child = spawn(process.execPath, [join(copy, 'scripts/run-tests.ts'), ...words], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running = child
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  running = undefined
  return { code, failed: readTestReport(Buffer.concat(chunks).toString()).failed }
}

process.exitCode = await plantBugs(process.argv.slice(2))
