import type { App } from '../app.ts'
import type { Difference } from '../cases/case.ts'
import { openCases } from '../cases/case-store.ts'
import { planRecheck } from '../cases/recheck-store.ts'
import { isTransient } from '../db/database-error.ts'
import { fileListMs } from '../providers/polling/timeouts.ts'
import type { SettlementFiles } from '../providers/ports/settlement-file.ts'
import type { SyncDeps } from '../transactions/charge/record-charge.ts'
import { compareDay, compareLines, comparePayments } from './compare.ts'
import { withoutNextUntil } from './file.ts'
import {
  daysToJudge,
  endFile,
  filesToRead,
  markJudged,
  readSince,
  sequencesFrom,
} from './file-store.ts'
import { claimLease, endLease, renewLease } from './lease-store.ts'
import { queryAgain } from './query-again.ts'
import { breakFile, type Reading, readFile } from './read-file.ts'
import { recheckCases } from './recheck-cases.ts'
import { takeMovements } from './take-movements.ts'

/** The result of a run. `isComplete`: nothing is left to do now. */
export interface Reconciliation {
  /** Files that were read, without those that are broken. */
  readonly files: number
  readonly opened: number
  readonly isComplete: boolean
}

type Deps = SyncDeps

/**
 * Reads a provider's new files in order, and compares them with our books in both directions. It
 * never changes the books: a difference becomes a case. Only the reports of a bank that has no API
 * bring its boletos to their states. One process at a time works on a provider,
 * and a repetition completes the work of a dead process. It does a bounded batch. `undefined`:
 * another process has the lease.
 */
export async function reconcileProvider(
  app: Deps,
  providerId: string,
  files: SettlementFiles,
): Promise<Reconciliation | undefined> {
  let nextAt = soon(app)
  const lease = await claimLease(app, providerId, leaseMs)
  if (lease === undefined) return undefined
  const renew = () => renewLease(app.sql, { providerId, lease }, leaseMs)
  // A statement can take minutes until its first row. A failure is seen by `holdLease`.
  const renewing = setInterval(() => void renew().catch(() => undefined), leaseMs / 4)
  try {
    const holdLease = async () => {
      if (!(await renew())) throw new Error('another process reads these files')
    }
    const done = await readAll(app, { providerId, files, holdLease })
    if (done.isComplete) nextAt = nextHour(app.clock.now())
    else if (done.files > 0) nextAt = app.clock.now()
    return done
  } finally {
    clearInterval(renewing)
    await endLease(app.sql, { providerId, lease }, nextAt)
  }
}

/** After this time another process replaces one that died while reading. */
const leaseMs = 120_000
const filesAtOnce = 8
const daysAtOnce = 16

const soon = ({ clock }: Pick<App, 'clock'>): Date => new Date(clock.now().getTime() + 5 * 60_000)
const nextHour = (now: Date): Date => new Date(now.getTime() + 3_600_000)

async function readAll(app: Deps, source: Omit<Reading, 'name'>): Promise<Reconciliation> {
  const { providerId, files } = source
  const wanted = { since: await readSince(app.sql, providerId), now: app.clock.now() }
  const listing = await files.list(wanted, AbortSignal.timeout(fileListMs))
  const names = listing.kind === 'listed' ? listing.names : []
  if (listing.kind === 'unknown')
    app.log.warn({ providerId, err: String(listing.cause) }, 'a provider did not list its files')
  const waiting = await filesToRead(app.sql, providerId, names)
  let [read, opened] = [0, 0]
  for (const { name } of waiting.slice(0, filesAtOnce)) {
    const found = await readClaimedFile(app, { ...source, name })
    if (found === undefined) continue
    read += 1
    opened += found
  }
  const next = waiting[filesAtOnce]
  // Broken files wait for the next hour, unless some of them are whole now.
  const isLeft = next !== undefined && (read > 0 || !next.isBroken)
  const isComplete = listing.kind === 'listed' && !listing.hasMore && !isLeft
  opened += await judgeDays(app, source, { isWaitingForNext: !isComplete })
  // A missing object may be in a file that is not read yet.
  if (isComplete || listing.kind === 'unknown')
    opened += await recheckCases(app, providerId, {
      filesListedAt: wanted.now,
      onBusinessDays: files.onBusinessDays ?? false,
    })
  return { files: read, opened, isComplete }
}

/**
 * Reads one file and compares it. Returns the number of cases opened. `undefined`: it is broken.
 */
async function readClaimedFile(app: Deps, reading: Reading): Promise<number | undefined> {
  const { providerId, name } = reading
  await reading.holdLease()
  const result = await readFile(app, reading).catch(async (cause: unknown) => {
    // The database was too busy, or down. That says nothing about the file.
    if (isTransient(cause)) throw cause
    // Throws if another process has the lease now. Then the file is not broken.
    await reading.holdLease()
    app.log.warn({ providerId, name, err: String(cause) }, 'a settlement file broke off')
    await breakFile(app, reading)
  })
  if (!result) return undefined
  let opened = await open(app, providerId, result.differences)
  if (result.kind === 'unused') return opened
  const { header, lines, lineKinds, rows, digest } = result
  // Before the comparison, so that our books have what the file reports.
  if (lineKinds.has('movement')) await takeMovements(app, reading, header.sequence)
  for await (const differences of compareLines(app, providerId, {
    sequence: header.sequence,
    lines,
    lineKinds,
  })) {
    await reading.holdLease()
    opened += await open(app, providerId, differences)
  }
  // This is the last step, so a crash before it starts the file again.
  await endFile(app.sql, reading, { status: 'READ', at: app.clock.now(), rows, digest })
  const sequences = await sequencesFrom(app.sql, providerId, header.sequence)
  opened += await open(app, providerId, await comparePayments(app, { providerId, sequences }))
  return opened
}

/** Compares our books of the days whose files are complete. */
async function judgeDays(
  app: Deps,
  { providerId, files, holdLease }: Omit<Reading, 'name'>,
  { isWaitingForNext }: { readonly isWaitingForNext: boolean },
): Promise<number> {
  const onBusinessDays = files.onBusinessDays ?? false
  const span = {
    limit: daysAtOnce,
    ...(!isWaitingForNext && {
      withoutNextUntil: withoutNextUntil(app.clock.now(), { onBusinessDays }),
    }),
  }
  let opened = 0
  for (const { name, date, sequence } of await daysToJudge(app.sql, providerId, span)) {
    await holdLease()
    opened += await open(app, providerId, await compareDay(app, providerId, date))
    opened += await open(
      app,
      providerId,
      await comparePayments(app, { providerId, sequences: [sequence] }),
    )
    await markJudged(app.sql, { providerId, name }, app.clock.now())
  }
  return opened
}

async function open(
  app: Deps,
  providerId: string,
  differences: readonly Difference[],
): Promise<number> {
  const at = app.clock.now()
  const opened = await openCases(app.sql, providerId, { differences, at })
  if (await queryAgain(app.sql, providerId, opened, at)) await planRecheck(app.sql, providerId, at)
  return opened.length
}
