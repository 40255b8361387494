import type { Sql } from '../db/pool.ts'
import type { Vault } from '../primitives/vault.ts'
import { type AuditDay, dayDigest, firstDayDigest } from './audit-day.ts'
import { auditDays } from './audit-day-store.ts'
import {
  type AuditEntry,
  type ChainEnd,
  contentHashOf,
  emptyChain,
  entryHash,
  sealOf,
} from './audit-entry.ts'
import { chainEnd, entriesAfter } from './audit-store.ts'

/**
 * The result of a verification: what was read, and the first entry that is not as it was written.
 */
export interface AuditVerdict {
  readonly entries: number
  /** One sentence. Null: the whole chain is as it was written. */
  readonly problem: string | null
}

/** Verifies an entry that should follow `previous`. Undefined: it does. */
export function problemOf(
  vault: Pick<Vault, 'hmac'>,
  previous: ChainEnd,
  entry: AuditEntry,
  keptSince: Date | null,
): string | undefined {
  const { number, id, content, contentHash, hash, at } = entry
  if (number !== previous.number + 1)
    return `entry ${previous.number + 1} is missing: ${number} follows ${previous.number}`
  if (content === null && (keptSince === null || at >= keptSince))
    return `the content of entry ${number} (${id}) was removed before its retention ended`
  if (content !== null && !contentHashOf(content).equals(contentHash))
    return `the content of entry ${number} (${id}) was changed`
  if (!entryHash(vault, previous.hash, entry).equals(hash))
    return `entry ${number} (${id}) was changed, added or moved`
  return undefined
}

/**
 * Reads the chain from its first entry and stops at the first one that is not as it was written.
 * `keptSince`: contents of earlier entries may be removed; null: none may.
 */
export async function verifyAudit(
  { sql, vault }: { readonly sql: Sql; readonly vault: Pick<Vault, 'hmac'> },
  keptSince: Date | null = null,
): Promise<AuditVerdict> {
  const end = await chainEnd(sql)
  const days = await auditDays(sql)
  const broken = brokenDay(days)
  if (broken !== undefined) return { entries: 0, problem: broken }
  const hashAt = new Map(days.map(({ number, hash, date }) => [number, { hash, date }]))
  let last = emptyChain
  for (;;) {
    const entries = await entriesAfter(sql, last.number, entriesAtOnce)
    for (const entry of entries) {
      // Entries that were added during the verification are behind its end.
      if (entry.number > end.number) break
      const problem = problemOf(vault, last, entry, keptSince)
      if (problem !== undefined) return { entries: last.number, problem }
      const day = hashAt.get(entry.number)
      if (day && !day.hash.equals(entry.hash))
        return {
          entries: last.number,
          problem: `entry ${entry.number} is not the one that ended ${day.date}: the chain was made anew`,
        }
      last = entry
    }
    if (entries.length < entriesAtOnce || last.number >= end.number) break
  }
  const newest = days.at(-1)
  if (newest && newest.number > last.number)
    return {
      entries: last.number,
      problem: `the chain ends at entry ${last.number}, and ${newest.number} were there on ${newest.date}`,
    }
  if (last.number === end.number && last.hash.equals(end.hash)) {
    if (end.number === 0 || end.seal?.equals(sealOf(vault, end)))
      return { entries: last.number, problem: null }
    return {
      entries: last.number,
      problem: `the end of the chain was moved to entry ${end.number}`,
    }
  }
  return {
    entries: last.number,
    problem: `the chain ends at entry ${last.number}, and ${end.number} were written`,
  }
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

const entriesAtOnce = 1_000
