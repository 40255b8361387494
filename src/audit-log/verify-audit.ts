import type { Sql } from '../db/pool.ts'
import type { Sentence } from '../primitives/config-error.ts'
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
  /** Null: the whole chain is as it was written. */
  readonly problem: Sentence | null
}

type AuditKeys = Pick<Vault, 'matches' | 'pepperVersions'>

/** Verifies an entry that should follow `previous`. Undefined: it does. */
function problemOf(
  vault: AuditKeys,
  previous: ChainEnd,
  entry: AuditEntry,
  keptSince: Date | null,
): Sentence | undefined {
  const { number, id, content, contentHash, at } = entry
  const isWrong = {
    pt: `a entrada ${number} (${id}) foi mudada, incluída ou movida`,
    en: `entry ${number} (${id}) was changed, added or moved`,
  }
  if (number !== previous.number + 1)
    return {
      pt: `falta a entrada ${previous.number + 1}: depois da ${previous.number} vem a ${number}`,
      en: `entry ${previous.number + 1} is missing: ${number} follows ${previous.number}`,
    }
  // The database has instants that are no time, such as infinity.
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) return isWrong
  if (content === null && (keptSince === null || at >= keptSince))
    return {
      pt: `o conteúdo da entrada ${number} (${id}) foi tirado antes do fim da retenção`,
      en: `the content of entry ${number} (${id}) was removed before its retention ended`,
    }
  if (content !== null && !contentHashOf(content).equals(contentHash))
    return {
      pt: `o conteúdo da entrada ${number} (${id}) foi mudado`,
      en: `the content of entry ${number} (${id}) was changed`,
    }
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
  if (!end) return { entries: 0, problem: endRemoved }
  const broken = brokenDay(days) ?? missingDay(days, loggedDigest)
  if (broken !== undefined) return { entries: 0, problem: broken }
  const { last, problem } = await readChain({ sql, vault }, { end, days, keptSince })
  return {
    entries: last.number,
    problem:
      problem ?? endProblem(vault, { last, end, days }) ?? outsideProblem(stored, end) ?? null,
  }
}

const endRemoved: Sentence = {
  pt: 'o fim da cadeia foi removido',
  en: 'the end of the chain was removed',
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
): Promise<{ readonly last: ChainEnd; readonly problem?: Sentence }> {
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
      if (day && !day.hash.equals(entry.hash)) return { last, problem: rebuilt(day) }
      last = entry
    }
    if (entries.length < entriesAtOnce) return { last }
  }
}

const rebuilt = ({ number, date }: AuditDay): Sentence => ({
  pt: `a entrada ${number} não é a que encerrou ${date}: a cadeia foi refeita`,
  en: `entry ${number} is not the one that ended ${date}: the chain was rebuilt`,
})

/** Whether the chain ends where its end and its days say. Undefined: it does. */
function endProblem(
  vault: AuditKeys,
  {
    last,
    end,
    days,
  }: { readonly last: ChainEnd; readonly end: SealedEnd; readonly days: readonly AuditDay[] },
): Sentence | undefined {
  const newest = days.at(-1)
  if (newest && newest.number > last.number)
    return {
      pt: `a cadeia termina na entrada ${last.number}, e em ${newest.date} havia ${newest.number}`,
      en: `the chain ends at entry ${last.number}, and ${newest.number} were there on ${newest.date}`,
    }
  if (last.number !== end.number || !last.hash.equals(end.hash))
    return {
      pt: `a cadeia termina na entrada ${last.number}, e ${end.number} foram escritas`,
      en: `the chain ends at entry ${last.number}, and ${end.number} were written`,
    }
  if (end.number === 0 || isSealed(vault, end)) return undefined
  return {
    pt: `o fim da cadeia foi movido para a entrada ${end.number}`,
    en: `the end of the chain was moved to entry ${end.number}`,
  }
}

/** Rows beside the chain, which the lists would show. Undefined: there is none. */
function outsideProblem(
  stored: Awaited<ReturnType<typeof storedNumbers>>,
  end: ChainEnd,
): Sentence | undefined {
  if (stored && stored.first < 1)
    return {
      pt: `a entrada ${stored.first} foi incluída antes da cadeia`,
      en: `entry ${stored.first} was added before the chain`,
    }
  if (stored && stored.last > end.number)
    return {
      pt: `a entrada ${stored.last} foi incluída depois da cadeia`,
      en: `entry ${stored.last} was added behind the chain`,
    }
  return undefined
}

/** The first day whose digest does not follow from the day before. Undefined: all do. */
function brokenDay(days: readonly AuditDay[]): Sentence | undefined {
  let previous: Buffer = firstDayDigest
  for (const day of days) {
    if (!day.previous.equals(previous) || !dayDigest(day).equals(day.digest))
      return {
        pt: `o digest de ${day.date} não é o que foi escrito`,
        en: `the digest of ${day.date} is not the one that was written`,
      }
    previous = day.digest
  }
  return undefined
}

/** Whether a day with this digest was closed. Undefined: there is one, or none is asked for. */
function missingDay(days: readonly AuditDay[], digest: string | undefined): Sentence | undefined {
  if (digest === undefined || days.some((day) => day.digest.toString('hex') === digest))
    return undefined
  return {
    pt: `nenhum dia fechado tem o digest ${digest}: a cadeia foi refeita, ou restaurada de uma cópia anterior`,
    en: `no closed day has the digest ${digest}: the chain was rebuilt, or restored from an earlier copy`,
  }
}

const entriesAtOnce = 1_000
