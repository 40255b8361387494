import type { Sql } from '../db/pool.ts'
import type { Vault } from '../primitives/vault.ts'
import { type AuditDay, dayDigest, firstDayDigest } from './audit-day.ts'
import { auditDays } from './audit-day-store.ts'
import {
  type AuditEntry,
  type ChainEnd,
  contentHashOf,
  emptyChain,
  hasItsHash,
  isSealed,
  type SealedEnd,
} from './audit-entry.ts'
import { chainEnd, entriesAfter, storedNumbers } from './audit-store.ts'

/**
 * The result of a verification: what was read, and the first entry that is not as it was written.
 */
export interface AuditVerdict {
  readonly entries: number
  /** One sentence. Null: the whole chain is as it was written. */
  readonly problem: string | null
}

type AuditKeys = Pick<Vault, 'matches' | 'pepperVersions'>

/** Verifies an entry that should follow `previous`. Undefined: it does. */
function problemOf(
  vault: AuditKeys,
  previous: ChainEnd,
  entry: AuditEntry,
  keptSince: Date | null,
): string | undefined {
  const { number, id, content, contentHash, at } = entry
  const isWrong = `entry ${number} (${id}) was changed, added or moved`
  if (number !== previous.number + 1)
    return `entry ${previous.number + 1} is missing: ${number} follows ${previous.number}`
  // The database has instants that are no time, such as infinity.
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) return isWrong
  if (content === null && (keptSince === null || at >= keptSince))
    return `the content of entry ${number} (${id}) was removed before its retention ended`
  if (content !== null && !contentHashOf(content).equals(contentHash))
    return `the content of entry ${number} (${id}) was changed`
  return hasItsHash(vault, previous.hash, entry) ? undefined : isWrong
}

/**
 * Reads the chain from its first entry and stops at the first one that is not as it was written.
 * `keptSince`: contents of earlier entries may be removed; null: none may. `loggedDigest`: the
 * digest of a day, from the log of the gateway.
 */
export async function verifyAudit(
  { sql, vault }: { readonly sql: Sql; readonly vault: AuditKeys },
  keptSince: Date | null = null,
  loggedDigest?: string,
): Promise<AuditVerdict> {
  // Before the end: an entry that is committed meanwhile is then not behind it.
  const stored = await storedNumbers(sql)
  const end = await chainEnd(sql)
  const days = await auditDays(sql)
  if (!end) return { entries: 0, problem: 'the end of the chain was removed' }
  const broken = brokenDay(days) ?? missingDay(days, loggedDigest)
  if (broken !== undefined) return { entries: 0, problem: broken }
  const { last, problem } = await readChain({ sql, vault }, { end, days, keptSince })
  return {
    entries: last.number,
    problem:
      problem ?? endProblem(vault, { last, end, days }) ?? outsideProblem(stored, end) ?? null,
  }
}

/** The last good entry, and what is wrong with the one after it. */
async function readChain(
  { sql, vault }: { readonly sql: Sql; readonly vault: AuditKeys },
  {
    end,
    days,
    keptSince,
  }: {
    readonly end: ChainEnd
    readonly days: readonly AuditDay[]
    readonly keptSince: Date | null
  },
): Promise<{ readonly last: ChainEnd; readonly problem?: string }> {
  const dayAt = new Map(days.map((day) => [day.number, day]))
  let last = emptyChain
  for (;;) {
    const entries = await entriesAfter(sql, last.number, entriesAtOnce)
    for (const entry of entries) {
      // Entries that were added during the verification are behind its end.
      if (entry.number > end.number) return { last }
      const problem = problemOf(vault, last, entry, keptSince)
      if (problem !== undefined) return { last, problem }
      const day = dayAt.get(entry.number)
      if (day && !day.hash.equals(entry.hash)) return { last, problem: madeAnew(day) }
      last = entry
    }
    if (entries.length < entriesAtOnce) return { last }
  }
}

const madeAnew = ({ number, date }: AuditDay): string =>
  `entry ${number} is not the one that ended ${date}: the chain was made anew`

/** Whether the chain ends where its end and its days say. Undefined: it does. */
function endProblem(
  vault: AuditKeys,
  {
    last,
    end,
    days,
  }: { readonly last: ChainEnd; readonly end: SealedEnd; readonly days: readonly AuditDay[] },
): string | undefined {
  const newest = days.at(-1)
  const endsAt = `the chain ends at entry ${last.number}`
  if (newest && newest.number > last.number)
    return `${endsAt}, and ${newest.number} were there on ${newest.date}`
  if (last.number !== end.number || !last.hash.equals(end.hash))
    return `${endsAt}, and ${end.number} were written`
  return end.number === 0 || isSealed(vault, end)
    ? undefined
    : `the end of the chain was moved to entry ${end.number}`
}

/** Rows beside the chain, which the lists would show. Undefined: there is none. */
function outsideProblem(
  stored: Awaited<ReturnType<typeof storedNumbers>>,
  end: ChainEnd,
): string | undefined {
  if (stored && stored.first < 1) return `entry ${stored.first} was added before the chain`
  if (stored && stored.last > end.number) return `entry ${stored.last} was added behind the chain`
  return undefined
}

/** The first day whose digest does not follow from the day before. Undefined: all do. */
function brokenDay(days: readonly AuditDay[]): string | undefined {
  let previous: Buffer = firstDayDigest
  for (const day of days) {
    if (!day.previous.equals(previous) || !dayDigest(day).equals(day.digest))
      return `the digest of ${day.date} is not the one that was written`
    previous = day.digest
  }
  return undefined
}

/** Whether a day with this digest was closed. Undefined: there is one, or none is asked for. */
function missingDay(days: readonly AuditDay[], digest: string | undefined): string | undefined {
  if (digest === undefined || days.some((day) => day.digest.toString('hex') === digest))
    return undefined
  return `no closed day has the digest ${digest}: the chain was made anew, or restored from before`
}

const entriesAtOnce = 1_000
