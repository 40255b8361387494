import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * The types of an entry and of the modules it imports, by file name. @throws Error when they do not
 * compile
 */
export function emitDeclarations(entry: string): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-types-'))
  try {
    const tsc = join(root, 'node_modules/.bin/tsc')
    const { status, stdout } = spawnSync(tsc, [...options, '--outDir', folder, join(root, entry)], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stdout)
    return Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

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
