import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Shared by the checkouts of this machine: a root of Debian takes minutes to download. */
const cache = '/var/cache/guiche-roots'
/** The authorities that this machine trusts. Every root has the file. */
export const authorities = '/etc/ssl/certs/ca-certificates.crt'

/**
 * A root that is made once and kept in the cache of the machine. Copy it before it is changed.
 */
export async function keptRoot(
  name: string,
  make: (root: string) => Promise<unknown>,
): Promise<string> {
  const root = join(cache, `root-${name}`)
  if (existsSync(root)) return root
  const fresh = `${root}-${process.pid}`
  await mkdir(cache, { recursive: true })
  try {
    await make(fresh)
    await rename(fresh, root)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return root
}

/** A new Debian by `debootstrap`. It resolves names and trusts authorities as this machine does. */
export const debianRoot = (suite: string): Promise<string> =>
  keptRoot(suite, async (root) => {
    // debootstrap knows a suite by its script. All of them are links to that of sid.
    const script = '/usr/share/debootstrap/scripts/sid'
    await run('debootstrap', ['--variant=minbase', suite, root, mirror, script], {
      maxBuffer: 64 * 1024 * 1024,
    })
    for (const file of ['/etc/resolv.conf', '/etc/hosts']) await copyFile(file, join(root, file))
    await mkdir(join(root, '/etc/ssl/certs'), { recursive: true })
    if (existsSync(authorities)) await copyFile(authorities, join(root, authorities))
    // A mirror may lag behind.
    const lagging = 'Acquire::Check-Valid-Until "false";\n'
    await writeFile(join(root, 'etc/apt/apt.conf.d/99mirror'), lagging)
    // Services are started by the test, never by a package.
    await writeFile(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
    await runIn({ root, argv: ['apt-get', 'update'] })
  })

/** A Debian with further packages. */
export const debianWith = (suite: string, ...packages: string[]): Promise<string> =>
  keptRoot([suite, ...packages].join('+'), async (root) => {
    await copyRoot(await debianRoot(suite), root)
    await installIn(root, ...packages)
  })

const mirror = 'http://deb.debian.org/debian'

export async function copyRoot(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await run('cp', ['--archive', '--reflink=auto', from, to])
}

/** How a process runs in a root. */
export interface RootProcess {
  /** A folder that becomes the root folder of the process. */
  readonly root: string
  readonly argv: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly folder?: string
  /** Numbers. Absent: root with all rights. Another user has no capability and cannot get one. */
  readonly user?: {
    readonly uid: number
    readonly gid: number
  }
  /** Those that another user has all the same, as `net_bind_service`. */
  readonly capabilities?: readonly string[]
  readonly isReadOnly?: boolean
  /** Folders and files of this machine, by their place in the root. */
  readonly mounts?: Readonly<Record<string, string>>
  /** Folders that are empty and in memory. */
  readonly scratch?: readonly string[]
}

/**
 * Starts a process in a root, with namespaces of its own for mounts and processes: it sees no other
 * process, and everything below it ends with it. The network is that of this machine.
 */
export function startIn(process_: RootProcess): ChildProcess {
  const { root, mounts = {}, scratch = [] } = process_
  const at = (path: string) => quoted(placeIn(root, path))
  const setup = [
    'mount --make-rprivate /',
    `mount --bind ${quoted(root)} ${quoted(root)}`,
    `mount -t proc proc ${at('proc')}`,
    ...scratch.map((path) => `mount -t tmpfs -o mode=1777 tmpfs ${at(path)}`),
    ...Object.entries(mounts).flatMap(([place, from]) => [
      statSync(from).isDirectory()
        ? `mkdir -p ${at(place)}`
        : `mkdir -p ${at(dirname(place))} && touch ${at(place)}`,
      `mount --bind ${quoted(from)} ${at(place)}`,
    ]),
    ...(process_.isReadOnly ? [`mount -o remount,bind,ro ${quoted(root)}`] : []),
  ]
  const command = ['exec', ...processArguments(process_)].map(quoted).join(' ')
  return spawn(
    'unshare',
    [
      ...['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c'],
      ['set -e', ...setup, command].join('\n'),
    ],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { PATH: usualPath, ...process_.env } },
  )
}

/** The command that runs a process in its root, as its user, once the root is mounted. */
export function processArguments(process_: RootProcess): string[] {
  const { root, user, folder = '/', argv, capabilities = [] } = process_
  const kept = ['-all', ...capabilities.map((name) => `+${name}`)].join(',')
  const rights = user?.uid
    ? [
        ...['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'],
        ...['--no-new-privs', `--bounding-set=${kept}`, `--inh-caps=${kept}`],
        ...(capabilities.length > 0 ? [`--ambient-caps=${kept}`] : []),
      ]
    : []
  return ['chroot', root, ...rights, 'env', `--chdir=${folder}`, '--', ...argv]
}

export const usualPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** The place of a path in a root. The links that lead to it stay in the root. */
function placeIn(root: string, path: string): string {
  let place = root
  for (const name of path.split('/')) {
    const next = join(place, name)
    const link = lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink()
      ? readlinkSync(next)
      : undefined
    if (link === undefined) place = next
    else place = placeIn(root, link.startsWith('/') ? link : join(place.slice(root.length), link))
  }
  return place
}

/** Sends a signal to a process of `startIn`, which is the first one of its namespace. */
export function signal({ pid, exitCode }: ChildProcess, name: NodeJS.Signals): void {
  if (exitCode !== null) return
  const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  if (first) process.kill(Number(first), name)
}

/**
 * Runs a process in a root to its end, and returns its standard output.
 * @throws Error with the end of its output when it fails
 */
export async function runIn(process_: RootProcess, input = ''): Promise<string> {
  const child = startIn(process_)
  child.stdin?.on('error', () => {}) // It may end without reading.
  child.stdin?.end(input)
  const [stdout, stderr, status] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ])
  if (status === 0) return stdout
  const last = `${stdout}${stderr}`.split('\n').slice(-40).join('\n')
  throw new Error(`${process_.argv.join(' ')} ended with ${status}:\n${last}`)
}

/** Installs packages of Debian in a root. */
export const installIn = (root: string, ...packages: string[]): Promise<string> =>
  runIn({
    root,
    argv: ['apt-get', 'install', '--yes', '--no-install-recommends', ...packages],
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
