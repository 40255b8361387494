import type { Sql } from '../db/pool.ts'
import type { Actor } from '../primitives/actor.ts'
import { batchLoader } from '../primitives/batch-loader.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type AuditDeps, type AuditedChange, recordAudits } from './record-audit.ts'

/** Entries about what persons saw. */
export interface ReadLog {
  /** Resolves when the entry is committed. @throws Rejection `overloaded` */
  add(actor: Actor, seen: AuditedChange): Promise<void>
}

/**
 * Reads that arrive during a commit are committed together next, so that the end of the chain is
 * locked once for many of them.
 */
export function openReadLog({
  sql,
  ...deps
}: Pick<AuditDeps, 'vault' | 'clock'> & { readonly sql: Sql }): ReadLog {
  let waiting = 0
  const store = batchLoader(
    async (reads: readonly { readonly actor: Actor; readonly change: AuditedChange }[]) => {
      await sql.begin((tx) => recordAudits(deps, tx, reads))
      return reads.map(() => undefined)
    },
  )
  return {
    async add(actor, change) {
      if (waiting >= mostWaiting) throw new Rejection('overloaded')
      waiting += 1
      try {
        await store({ actor, change })
      } finally {
        waiting -= 1
      }
    },
  }
}

const mostWaiting = 1_000
