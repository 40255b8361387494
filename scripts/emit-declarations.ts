import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * The types of an entry and of the modules it imports, by file name. Modules in folders come out in
 * one folder. @throws Error when they do not compile, or when two have one name
 */
export function emitDeclarations(entry: string): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-types-'))
  try {
    const tsc = join(root, 'node_modules/.bin/tsc')
    const { status, stdout } = spawnSync(tsc, [...options, '--outDir', folder, join(root, entry)], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stdout)
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const files = paths.filter((path) => path.endsWith('.d.ts'))
    const names = new Set(files.map((path) => basename(path)))
    if (names.size < files.length) throw new Error(`two modules of ${entry} have one name`)
    return Object.fromEntries(
      files.map((path) => [basename(path), flattened(readFileSync(join(folder, path), 'utf8'))]),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Imports lead to the same folder, by the name that TypeScript resolves to a declaration. */
const flattened = (text: string): string =>
  text.replace(/(['"])\.[./]*\/(?:[\w-]+\/)*([\w-]+)\.ts\1/g, '$1./$2.js$1')

const options = [
  ...[
    '--ignoreConfig',
    '--strict',
    '--declaration',
    '--emitDeclarationOnly',
    '--verbatimModuleSyntax',
  ],
  ...['--allowImportingTsExtensions', '--target', 'esnext', '--module', 'nodenext'],
  ...['--lib', 'esnext,dom', '--types', ''],
]
