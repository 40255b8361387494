import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')

/** The next version expands the tables: the version before runs on them until it is restarted. */
export const nextMigration = {
  'src/db/migrations/9999-next.sql': `alter table transactions add column next text;
create table next_things (
  account_id uuid not null,
  id uuid not null,
  primary key (account_id, id)
);
`,
}

/** Files by their paths in a checkout. */
export type Added = Readonly<Record<string, string>>

/** Writes the files of a commit into a folder, with a version number of its own. */
export async function writeCommit(
  commit: string,
  { version, folder, added = {} }: { version: string; folder: string; added?: Added },
): Promise<void> {
  await mkdir(folder)
  const archive = `${folder}.tar`
  await run('git', ['archive', '--output', archive, commit], { cwd: root })
  await run('tar', ['--extract', '--file', archive, '--directory', folder])
  await rm(archive)
  await setVersion(folder, version, added)
}

async function setVersion(tree: string, version: string, added: Added): Promise<void> {
  const manifest = join(tree, 'package.json')
  const text = await readFile(manifest, 'utf8')
  await writeFile(manifest, text.replace(/"version": "[^"]+"/, `"version": "${version}"`))
  for (const [path, content] of Object.entries(added)) await writeFile(join(tree, path), content)
}

/**
 * The archive of `npm pack` of a commit, with a version number of its own and further files by
 * their paths. Kept in the cache of this checkout, by commit and number.
 */
export async function packCommit(
  commit: string,
  version: string,
  added: Added = {},
): Promise<string> {
  const { stdout } = await run('git', ['rev-parse', '--short=12', commit], { cwd: root })
  const folder = join(root, 'node_modules/.cache', `packed-${stdout.trim()}-${version}`)
  const archive = join(folder, `guiche-${version}.tgz`)
  if (existsSync(archive)) return archive
  const tree = await mkdtemp(join(tmpdir(), 'guiche-version-'))
  await run('git', ['worktree', 'prune'], { cwd: root })
  await run('git', ['worktree', 'add', '--force', '--detach', tree, commit], { cwd: root })
  try {
    const packages = (await readdir(join(root, 'node_modules'))).filter((name) => name !== '.cache')
    await mkdir(join(tree, 'node_modules'))
    const from = packages.map((name) => join(root, 'node_modules', name))
    await run('cp', ['--archive', '--link', ...from, join(tree, 'node_modules')])
    // They are built again where their sources differ. A number of its own is no difference.
    for (const built of ['dashboard/dist', 'docs/dist'])
      if (existsSync(join(root, built)))
        await cp(join(root, built), join(tree, built), { recursive: true })
    await build(tree, 'dashboard', 'docs')
    await setVersion(tree, version, added)
    await build(tree, 'gateway')
    await mkdir(folder, { recursive: true })
    await run(
      'npm',
      ['pack', '--ignore-scripts', '--pack-destination', folder, '--loglevel=error'],
      {
        ...{ cwd: tree, maxBuffer: 64 * 1024 * 1024 },
      },
    )
    return archive
  } finally {
    await run('git', ['worktree', 'remove', '--force', tree], { cwd: root })
    await rm(tree, { recursive: true, force: true })
  }
}

/** What `npm run build` does, by its parts. */
async function build(tree: string, ...parts: readonly string[]): Promise<void> {
  for (const part of parts) {
    const name = `build${part[0]?.toUpperCase()}${part.slice(1)}`
    const program = `import('./scripts/build-${part}.ts').then((built) => built.${name}())`
    await run(process.execPath, ['--eval', program], { cwd: tree })
  }
}
