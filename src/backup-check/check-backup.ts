import { chown, mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { checkBooks } from '../books-audit/check-books.ts'
import { trialBalance } from '../books-audit/trial-balance-store.ts'
import type { Config } from '../config.ts'
import { hasCitus } from '../db/citus-store.ts'
import { identityMismatches } from '../db/claim-database.ts'
import { migrationStatus } from '../db/migrate.ts'
import { openPool } from '../db/pool.ts'
import type { ServerUser } from '../db/server-user.ts'
import { monotonicMs } from '../primitives/clock.ts'
import { ConfigError, type Sentence } from '../primitives/config-error.ts'
import { BackupProblem } from './backup-problem.ts'
import { newestCommit } from './newest-commit-store.ts'
import { backupStart, restoreBackup } from './restore-backup.ts'
import { startScratchServer } from './scratch-server.ts'

export interface BackupCheckOptions {
  /** Restores the newest backup into `{dir}`. */
  readonly command: string
  /** Where the scratch directory is made. */
  readonly scratch: string
  readonly binaries?: string
  readonly user: ServerUser | undefined
  readonly database: string
  readonly role: string
  readonly maxMs: number
  /** The check ends when the disk has less than this free. */
  readonly leastFreeBytes: number
  readonly signal?: AbortSignal
  readonly now: () => Date
  readonly report?: (step: string) => void
}

/** What a check of the newest backup found. Times in seconds, sizes in bytes. */
export interface BackupReport {
  readonly isGood: boolean
  readonly checkedAt: Date
  /** When the backup was begun. Null: its tool writes no label. */
  readonly backupAt: Date | null
  readonly backupAgeSeconds: number | null
  readonly restoreSeconds: number | null
  /** When the archived WAL was replayed: what arrived in the archive later is not in the copy. */
  readonly recoveredAt: Date | null
  /** From the start of the restore until the books were checked: the time to be back. */
  readonly totalSeconds: number
  readonly restoredBytes: number | null
  /** What was committed later than this is in no backup and in no archived WAL. */
  readonly newestCommitAt: Date | null
  /** What a restore at `recoveredAt` would have lost. */
  readonly wouldLoseSeconds: number | null
  readonly breaches: number | null
  readonly problems: readonly Sentence[]
}

/**
 * Restores the newest backup into a directory of its own, starts a server on it, and checks every
 * row of the books. Production is not touched. The directory and the server are gone at the end,
 * also after a failure.
 */
export async function checkBackup(
  config: Config,
  options: BackupCheckOptions,
): Promise<BackupReport> {
  const startedMs = monotonicMs()
  const found: { -readonly [Key in keyof BackupReport]?: BackupReport[Key] } = {}
  const problems: Sentence[] = []
  const over = new AbortController()
  const signals = [over.signal, AbortSignal.timeout(options.maxMs)]
  const signal = AbortSignal.any([...signals, ...(options.signal ? [options.signal] : [])])
  await removeLeftovers(options.scratch)
  const directory = await mkdtemp(join(options.scratch, `${prefix}${process.pid}-`))
  const watch = setInterval(() => {
    void freeBytes(directory).then((free) => {
      if (free < options.leastFreeBytes) over.abort(new BackupProblem(diskNearlyFull))
    })
  }, 1_000)
  try {
    if ((await freeBytes(directory)) < options.leastFreeBytes)
      throw new BackupProblem(diskNearlyFull)
    Object.assign(found, await restoreAndCheck(config, options, directory, signal, problems))
  } catch (cause) {
    problems.push(reasonOf(signal.aborted ? signal.reason : cause))
  } finally {
    clearInterval(watch)
    await rm(directory, { recursive: true, force: true, maxRetries: 3 })
  }
  const checkedAt = options.now()
  const { backupAt = null, recoveredAt = null, newestCommitAt = null } = found
  return {
    isGood: problems.length === 0,
    ...{ checkedAt, backupAt, recoveredAt, newestCommitAt },
    backupAgeSeconds: secondsBetween(backupAt, checkedAt),
    restoreSeconds: found.restoreSeconds ?? null,
    totalSeconds: Math.round((monotonicMs() - startedMs) / 100) / 10,
    restoredBytes: found.restoredBytes ?? null,
    wouldLoseSeconds: secondsBetween(newestCommitAt, recoveredAt),
    breaches: found.breaches ?? null,
    problems,
  }
}

const prefix = 'guiche-backup-check-'

const diskNearlyFull = { pt: 'o disco está quase cheio', en: 'the disk is nearly full' }

async function restoreAndCheck(
  config: Config,
  options: BackupCheckOptions,
  directory: string,
  signal: AbortSignal,
  problems: Sentence[],
): Promise<Partial<BackupReport>> {
  const { user } = options
  const data = join(directory, 'data')
  await mkdir(data, { mode: 0o700 })
  if (user) for (const path of [directory, data]) await chown(path, user.uid, user.gid)
  const startedMs = monotonicMs()
  options.report?.('restaura o backup')
  await restoreBackup(options.command, { data, user, signal })
  const backupAt = (await backupStart(data)) ?? null
  const restoredBytes = await sizeOf(data)
  options.report?.('repete o WAL')
  const server = await startScratchServer({ ...options, directory, data }, signal)
  try {
    const recoveredAt = options.now()
    const restoreSeconds = Math.round((monotonicMs() - startedMs) / 100) / 10
    options.report?.('confere os livros')
    const books = await unlessAborted(signal, readBooks(config, server.url, problems))
    return { backupAt, restoredBytes, restoreSeconds, recoveredAt, ...books }
  } finally {
    await server.stop()
  }
}

/**
 * Every rule of the books, and whether the secrets of this installation open the copy. The books of
 * a cluster of Citus are on several servers: the tables of its coordinator have no rows, and would
 * break no rule.
 */
async function readBooks(
  config: Config,
  url: string,
  problems: Sentence[],
): Promise<Pick<BackupReport, 'breaches' | 'newestCommitAt'>> {
  if (await isPartOfCitus(url)) {
    problems.push({
      pt: 'o backup é de um cluster Citus: os livros dele não foram conferidos',
      en: 'the backup is part of a Citus cluster: its books were not checked',
    })
    return { breaches: null, newestCommitAt: null }
  }
  const { pending } = await migrationStatus(url)
  if (pending.length > 0)
    problems.push({
      pt: `faltam ${pending.length} migrações no backup`,
      en: `the backup lacks ${pending.length} migrations`,
    })
  const sql = openPool({ url, max: 4, applicationName: 'guiche-backup-check' })
  try {
    for (const { sentence } of await identityMismatches(sql, config)) problems.push(sentence)
    const [breaches, trial] = await Promise.all([
      checkBooks({ sql }),
      trialBalance(sql, { statementMs: 0 }),
    ])
    if (breaches.length > 0)
      problems.push({
        pt: `os livros têm ${breaches.length} quebras de regras`,
        en: `the books have ${breaches.length} breaches of rules`,
      })
    if (!trial.isBalanced)
      problems.push({
        pt: 'o balancete não fecha',
        en: 'the trial balance does not balance',
      })
    return {
      breaches: breaches.length + (trial.isBalanced ? 0 : 1),
      newestCommitAt: (await newestCommit(sql)) ?? null,
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function isPartOfCitus(url: string): Promise<boolean> {
  const sql = openPool({ url, max: 1, applicationName: 'guiche-backup-check' })
  try {
    return await hasCitus(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Removes the directories of checks that were killed. */
async function removeLeftovers(scratch: string): Promise<void> {
  for (const name of await readdir(scratch)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(scratch, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

async function sizeOf(directory: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  return bytes
}

/** Ends the wait for the work when the signal is aborted. @throws the reason of the signal */
async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([work, aborted])
}

const secondsBetween = (from: Date | null, to: Date | null): number | null =>
  from && to && Math.max(0, Math.round((to.getTime() - from.getTime()) / 1_000))

/** A text of another program, such as of PostgreSQL, stays as it is. */
function reasonOf(cause: unknown): Sentence {
  if (cause instanceof BackupProblem || cause instanceof ConfigError) return cause.sentence
  if (cause instanceof Error && cause.name === 'TimeoutError') return tooSlow
  const text = cause instanceof Error ? cause.message : String(cause)
  return { pt: text, en: text }
}

const tooSlow = {
  pt: 'a conferência não acabou no limite de --max-minutes',
  en: 'the check did not end within the limit of --max-minutes',
}
