import { spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, existsSync, fstatSync, openSync, writeSync } from 'node:fs'
import { readdir, readFile, readlink, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '../primitives/clock.ts'
import { randomBase62 } from '../primitives/id.ts'
import type { Place } from './postgres-place.ts'

/** The server process of a place, as its `postmaster.pid` names it. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly status: 'starting' | 'ready' | 'stopping'
}

/** The server that runs on this place now. */
export async function findPostmaster({ data }: Place): Promise<Postmaster | undefined> {
  const path = join(data, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined

  const [pidLine, , , portLine, , , , statusLine = ''] = text.split('\n')
  const pid = Number(pidLine)
  if (pid > 0 ? await runsOn(pid, data) : await isFresh(path)) {
    return {
      pid,
      port: Number(portLine),
      status: statuses.find((each) => statusLine.startsWith(each)) ?? 'starting',
    }
  }
  // PostgreSQL itself would never start again.
  if (!(pid > 0) || isAlive(pid)) await rm(path, { force: true })
  return undefined
}

const statuses = ['ready', 'stopping'] as const

/** Also true for an unrelated process that got the number of a dead server. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Whether this process is a server on this directory, and not an unrelated process that got the
 * number of a dead one.
 */
export async function runsOn(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const directory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    return directory !== undefined && directory === (await realpath(data).catch(() => undefined))
  }
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], {
    encoding: 'utf8',
  }).stdout.includes(data)
}

/**
 * Ends the processes that a killed server left. Most of them end by themselves, and one that does
 * not keeps the next server from starting. No work is lost: the next start recovers every confirmed
 * commit.
 */
export async function endOrphans({ data }: Place): Promise<void> {
  if (process.platform !== 'linux') return
  const directory = await realpath(data).catch(() => undefined)
  if (directory === undefined) return
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!(pid > 0) || !(await runsOn(pid, directory))) continue
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const parent = Number(
      /^PPid:\s*(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1],
    )
    // A child of a server that another process has just started does not count.
    if (
      !title.startsWith('postgres: ') ||
      !Number.isInteger(parent) ||
      (await runsOn(parent, directory))
    )
      continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has just ended.
    }
  }
}

/** The file is created empty and filled at once. A crash can leave it empty. */
async function isFresh(path: string): Promise<boolean> {
  const [before, after] = [
    await stat(path).catch(() => undefined),
    await wait(500).then(() => stat(path).catch(() => undefined)),
  ]
  return before?.mtimeMs !== after?.mtimeMs
}

/**
 * A share in a running server. The server stops when the last share is released, or its holder
 * dies.
 */
export interface Share {
  readonly giveBack: () => Promise<void>
}

/**
 * Takes a share in the server `pid`, which a watcher counts: a shell at the reading end of a pipe
 * whose writers are the server's users. The kernel closes the pipe of a process that dies for any
 * reason.
 * @param watcher the one started with the server; otherwise an existing one, or a new one
 * @returns undefined when the server is about to stop
 */
export async function takeShare(
  place: Place,
  pid: number,
  watcher?: Watcher,
): Promise<Share | undefined> {
  const pipe = join(place.run, `users.${pid}`)
  const deadline = monotonicMs() + 5_000
  let own = watcher
  while (monotonicMs() < deadline) {
    const fd = openPipe(pipe)
    if (fd !== undefined) {
      own?.begin()
      if (await isAnswered(fd, place)) return { giveBack: () => giveBack(fd, place, pid) }
      closeSync(fd)
      return undefined
    }
    if (!(await runsOn(pid, place.data))) return undefined
    own ??= startWatcher(place, pid)
    await wait(5)
  }
  throw new Error(`no watcher for PostgreSQL could be started: is mkfifo possible in ${place.run}?`)
}

/**
 * Root writes into a directory of another user, who could replace the file: it is written only if
 * it is a pipe.
 */
function openPipe(path: string): number | undefined {
  let fd: number
  try {
    fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  } catch {
    return undefined
  }
  if (fstatSync(fd).isFIFO()) return fd
  closeSync(fd)
  return undefined
}

/**
 * A response proves that the watcher read our line, and so cannot see the end of the pipe before we
 * close it.
 */
async function isAnswered(fd: number, { run }: Place): Promise<boolean> {
  const token = randomBase62(16)
  const answer = join(run, token)
  try {
    writeSync(fd, `${token}\n`)
  } catch {
    return false
  }
  const deadline = monotonicMs() + 2_000
  while (!existsSync(answer)) {
    if (monotonicMs() > deadline) return false
    await wait(2)
  }
  await rm(answer, { force: true })
  return true
}

async function giveBack(fd: number, place: Place, pid: number) {
  const isWatched = await isAnswered(fd, place)
  closeSync(fd)
  if (!isWatched) return takeShare(place, pid).then((share) => share?.giveBack())
  const graceEndsAt = monotonicMs() + 1_000
  while (await runsOn(pid, place.data)) {
    const isStopping = (await findPostmaster(place))?.status === 'stopping'
    if (!isStopping && monotonicMs() > graceEndsAt) return // Others still use it.
    await wait(10)
  }
}

/** Shuts the server down when it has no users, also when this process dies before it is one. */
export interface Watcher {
  /** This process holds the pipe, so it counts. */
  readonly begin: () => void
}

export function startWatcher({ run, data, user }: Place, pid: number): Watcher {
  const watcher = spawn(
    '/bin/sh',
    ['-c', watcherScript, 'guiche-postgres-watcher', String(pid), run, data],
    {
      ...user,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true, // The terminal's Ctrl-C must not reach it.
    },
  )
  watcher.unref()
  watcher.on('error', () => {})
  watcher.stdin.on('error', () => {})
  return { begin: () => void watcher.stdin.end('begin\n') }
}

/**
 * The watcher holds both ends of the pipe until it may start, because opening one end alone blocks
 * until the other is opened.
 */
const watcherScript = `
pipe="$2/users.$1"
mkfifo -m 600 "$pipe"
[ -p "$pipe" ] || exit 1
exec 3<>"$pipe" 4<"$pipe"
read -r line
exec 3>&-
while read -r token <&4; do : > "$2/$token"; done
if [ -z "$line" ]; then kill -INT "$1"
else read -r pid < "$3/postmaster.pid" && [ "$pid" = "$1" ] && kill -INT "$1"
fi
rm -f "$pipe"
`
