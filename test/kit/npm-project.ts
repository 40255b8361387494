import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Packs the package of a folder and installs it into an empty project, without a network. */
export async function installPacked(folder: string): Promise<string> {
  const project = await realpath(await mkdtemp(join(tmpdir(), 'guiche-project-')))
  const archives = join(project, 'archives')
  await mkdir(archives)
  const manifest = { name: 'shop', private: true, type: 'module' }
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest))
  // The script `prepack` of a package runs here. The installation runs no script.
  await npm(join(root, folder), 'pack', '--pack-destination', archives)
  const [archive = ''] = await readdir(archives)
  const options = ['--ignore-scripts', '--no-audit', '--no-fund']
  await npm(project, 'install', ...options, join(archives, archive))
  return project
}

const npm = (cwd: string, ...args: string[]) =>
  run('npm', [...args, '--offline', '--loglevel=error'], { cwd })

/** Compiles the TypeScript of a project at its strictest, declarations of packages included. */
export async function compile(project: string, options: readonly string[] = []): Promise<void> {
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
  const types = ['--typeRoots', join(root, 'node_modules/@types')]
  const target = ['--target', 'es2023', '--module', 'nodenext', '--rewriteRelativeImportExtensions']
  const files = (await readdir(project)).filter((name) => name.endsWith('.ts'))
  const args = ['--ignoreConfig', ...strict, ...types, ...target, ...options, ...files]
  await run(join(root, 'node_modules/.bin/tsc'), args, { cwd: project }).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout)
    },
  )
}

/** The Node of this machine, not the pinned one: npm itself needs it. */
export function plainNode(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = folders
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((path) => existsSync(path))
  if (found === undefined) throw new Error('install Node 20 or later: npm needs it too')
  return found
}
