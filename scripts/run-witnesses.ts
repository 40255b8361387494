import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withPython } from '../test/witness/python-witness.ts'
import { openStage } from '../test/witness/stage.ts'
import { readRows, rowBegins, rowOf, tableOf, withRows } from '../test/witness/table.ts'
import { openVersions, requirements } from '../test/witness/versions.ts'
import { runWitness, type Witness } from '../test/witness/witness.ts'
import { pythonWitnesses, witnesses } from '../test/witness/witnesses.ts'
import { run } from './openapi/tools.ts'
import { exitWithParent } from './supervise.ts'

exitWithParent()
const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/providers.md')
const usage = `npm run witnesses [-- OPTIONS] [-- WORD]

Runs the libraries of others against the sandbox, prints what they found, and writes it to
docs/providers.md.

  --python        those of PyPI too: installs them in a folder of the temporary directory
  WORD            only witnesses whose names contain it, without writing the page`

/** Returns 1 when a call fails and the witness is not at fault, and 2 after a wrong call. */
async function runWitnesses(args: readonly string[]): Promise<number> {
  const hasPython = args.includes('--python')
  const [word, ...more] = args.filter((arg) => arg !== '--python')
  if (more.length > 0 || word?.startsWith('-')) {
    console.error(usage)
    return 2
  }
  const python = hasPython ? await installPython() : undefined
  const chosen = [
    ...witnesses,
    ...(python === undefined ? [] : pythonWitnesses.map((each) => withPython(each, python))),
  ].filter(({ name }) => word === undefined || name.includes(word))
  const versionOf = await openVersions()
  const rows = new Map<string, string>()
  let isClean = true
  const stage = await openStage()
  try {
    for (const witness of chosen) {
      const testimony = await runWitness(witness, stage)
      isClean &&= testimony.failures.every(({ side }) => side === 'witness')
      const version = versionOf(witness)
      rows.set(rowBegins(witness, version), rowOf(testimony, version))
    }
  } finally {
    await stage.close()
  }
  console.log(tableOf([...rows.values()]))
  if (isClean && word === undefined) await writePage(rows, versionOf)
  return isClean ? 0 : 1
}

/** A row of a witness that was not run stays as it is. */
async function writePage(
  rows: ReadonlyMap<string, string>,
  versionOf: (witness: Omit<Witness, 'run'>) => string,
): Promise<void> {
  const text = await readFile(page, 'utf8')
  const before = readRows(text)
  const known = [...witnesses, ...pythonWitnesses].map((each) => rowBegins(each, versionOf(each)))
  const next = known.flatMap(
    (begin) => rows.get(begin) ?? before.find((row) => row.startsWith(begin)) ?? [],
  )
  await writeFile(page, withRows(text, next))
}

/** Returns an interpreter with the packages of requirements.txt. */
async function installPython(): Promise<string> {
  const folder = join(tmpdir(), 'guiche-witnesses-python')
  const python = join(folder, 'bin/python')
  await mkdir(folder, { recursive: true })
  if (!existsSync(python)) await run('python3', ['-m', 'venv', folder], root)
  await run(join(folder, 'bin/pip'), ['install', '--quiet', '-r', requirements], root)
  return python
}

process.exit(await runWitnesses(process.argv.slice(2)))
