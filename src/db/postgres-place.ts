import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, chown, link, lstat, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ConfigError } from '../primitives/config-error.ts'
import { randomBase62 } from '../primitives/id.ts'
import { type Binaries, findBinaries } from './postgres-binaries.ts'
import type { ServerUser } from './server-user.ts'

/** Where one embedded server lives. */
export interface Place {
  /** PGDATA. Belongs to the server's user. */
  readonly data: string
  /** Pipes between the server's users and its watcher. Belongs to the server's user. */
  readonly run: string
  readonly log: string
  readonly hbaFile: string
  readonly password: string
  readonly binaries: Binaries
  /** Undefined: the server runs as the current user. */
  readonly user: ServerUser | undefined
}

/**
 * Finds or creates the place of the server that belongs to `home`: in `home/postgres`, or in a
 * system directory named by `home/postgres.json` if root calls and the server's user cannot reach
 * the home (a checkout in root's own directory).
 */
export async function findPlace(home: string): Promise<Place> {
  const isRoot = process.getuid?.() === 0
  await mkdir(home, { recursive: true, mode: isRoot ? 0o711 : 0o700 })
  const user = isRoot ? await chooseUser(home) : undefined
  const directory = await chooseDirectory(home, user)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  if (isRoot) await chmod(directory, 0o711) // Independent of the umask.
  const run = join(directory, 'run')
  await mkdirFor(run, user)
  return {
    data: join(directory, 'data'),
    run,
    log: join(directory, 'server.log'),
    hbaFile: join(directory, 'pg_hba.conf'),
    password: await readOrMakePassword(join(directory, 'password')),
    binaries: await findBinaries(user, user ? await systemDirectory(user) : home),
    user,
  }
}

/** Creates a directory that only the server's user can use. */
export async function mkdirFor(directory: string, user: ServerUser | undefined) {
  const created = await mkdir(directory, { recursive: true, mode: 0o700 })
  if (created !== undefined && user) await chown(directory, user.uid, user.gid)
}

/**
 * The owner of the existing files, so that root and the owner can take turns. Otherwise `nobody`.
 * initdb requires a user with a name.
 */
async function chooseUser(home: string): Promise<ServerUser> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const find = (column: number, value: string) => {
    const entry = users.find((fields) => fields[column] === value)
    return entry && { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  for (const path of [join(home, 'postgres', 'data'), home]) {
    const owner = await stat(path).catch(() => undefined)
    const user = owner && owner.uid !== 0 ? find(2, String(owner.uid)) : undefined
    if (user) return user
  }
  return find(0, 'nobody') ?? { uid: 65534, gid: 65534 }
}

async function chooseDirectory(home: string, user: ServerUser | undefined): Promise<string> {
  const own = join(home, 'postgres')
  const record = join(home, 'postgres.json')
  const recorded = await readFile(record, 'utf8').catch(() => undefined)
  if (recorded !== undefined) return recordedDirectory(recorded, record)
  if (!user || canEnter(home, user)) return own
  if (canEnter(dirname(home), user)) {
    // A directory that was created private, for example by mkdtemp: others may pass through it, but
    // not list it.
    await chmod(home, 0o711)
    return own
  }

  if (await stat(own).catch(() => undefined))
    throw new ConfigError('postgres-folder-closed', { folder: own })
  const directory = join(await systemDirectory(user), `home-${randomBase62(12)}`)
  await writeFile(record, `${JSON.stringify({ directory }, null, 2)}\n`, { mode: 0o600 })
  return directory
}

function recordedDirectory(text: string, path: string): string {
  const record: unknown = JSON.parse(text)
  assert(
    record &&
      typeof record === 'object' &&
      'directory' in record &&
      typeof record.directory === 'string',
    path,
  )
  return record.directory
}

/** A directory of root that any user may pass through and no other user may write to. */
async function systemDirectory(user: ServerUser): Promise<string> {
  for (const parent of ['/var/lib', '/var/tmp', tmpdir()]) {
    const directory = join(parent, 'guiche')
    const isMade = await mkdir(directory, { mode: 0o700 }).then(
      () => true,
      () => false,
    )
    if (isMade) await chmod(directory, 0o711)
    const found = await lstat(directory).catch(() => undefined)
    // Otherwise another user created it.
    const isOurs = found?.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0
    if (isOurs && canEnter(directory, user)) return directory
  }
  throw new ConfigError('postgres-folder-missing')
}

/** The operating system decides, so that access lists and mounts are respected. */
function canEnter(directory: string, { uid, gid }: ServerUser): boolean {
  const options = { uid, gid, cwd: '/', stdio: 'ignore' } as const
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], options).status === 0
}

async function readOrMakePassword(path: string): Promise<string> {
  const draft = `${path}.${randomBase62(8)}`
  await writeFile(draft, randomBase62(32), { mode: 0o600, flag: 'wx' })
  await link(draft, path).catch(() => {}) // Appears whole or not at all, and the first one wins.
  await rm(draft)
  return readFile(path, 'utf8')
}
