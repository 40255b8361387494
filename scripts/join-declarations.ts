import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** The types of a browser module and of all it imports from its own folder, as the text of one `.d.ts`. @throws Error when they do not compile */
export function joinDeclarations(entry: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-types-'))
  try {
    compile(entry, folder)
    const modules = new Map<string, string>()
    collect(join(folder, basename(entry, '.ts')), modules)
    const entryText = [...modules.values()].at(-1) ?? ''
    const names = [...entryText.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) => list.split(','))
    const bare = [...modules.values()].map((text) =>
      text.replace(/^(?:import|export) (?:type )?\{[^}]*\}(?: from '[^']+')?;\n/gm, '').replace(/^export /gm, ''),
    )
    return `${bare.join('\n')}\nexport { ${names.map((name) => name.replace('type ', '').trim()).join(', ')} }\n`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function compile(entry: string, outDir: string): void {
  const tsc = join(import.meta.dirname, '../node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(tsc, [...options, '--outDir', outDir, entry], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stdout)
}

const options = [
  ...['--ignoreConfig', '--strict', '--declaration', '--emitDeclarationOnly', '--verbatimModuleSyntax'],
  ...[
    '--allowImportingTsExtensions',
    '--target',
    'esnext',
    '--module',
    'nodenext',
    '--lib',
    'esnext,dom',
    '--types',
    '',
  ],
]

/** Depth first: what is imported comes before who imports it. `path` has no extension. */
function collect(path: string, modules: Map<string, string>): void {
  if (modules.has(path)) return
  const text = readFileSync(`${path}.d.ts`, 'utf8')
  for (const [, name = ''] of text.matchAll(/ from '\.\/([^']+)\.ts'/g)) collect(join(path, '..', name), modules)
  modules.set(path, text)
}
