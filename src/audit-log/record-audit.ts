import type { AuditAction } from '../../contract/audit.ts'
import { joinTransaction } from '../db/join-transaction.ts'
import type { Sql, Tx } from '../db/pool.ts'
import type { Actor } from '../primitives/actor.ts'
import type { Clock } from '../primitives/clock.ts'
import { newId } from '../primitives/id.ts'
import type { Vault } from '../primitives/vault.ts'
import {
  type AuditContent,
  type AuditEntry,
  contentHashOf,
  entryHash,
  operatorScope,
  sealOf,
} from './audit-entry.ts'
import { appendEntries, lockChainEnd } from './audit-store.ts'

export interface AuditDeps {
  readonly vault: Vault
  readonly clock: Clock
  readonly actor: Actor
}

/** A change to record. A change of the operator has no account. */
export type AuditedChange = Omit<AuditContent, 'actor' | 'action'> & {
  readonly action: AuditAction
  readonly accountId?: string
}

/**
 * Does `work` in one transaction and adds the entry of its result, if there is one. All of it goes
 * through the given `sql`.
 */
export const audited = <Result>(
  app: AuditDeps & { readonly sql: Sql },
  work: (sql: Sql) => Promise<Result>,
  changeOf: (result: Result) => AuditedChange | undefined,
): Promise<Result> =>
  app.sql.begin(async (tx) => {
    const result = await work(joinTransaction(app.sql, tx))
    const change = changeOf(result)
    if (change) await recordAudit(app, tx, change)
    return result
  })

/**
 * Adds an entry of the actor's change to the audit log, in the transaction of the change. It locks
 * the end of the chain until the commit, so it is called after the other work of the transaction.
 */
export const recordAudit = (
  { actor, ...deps }: AuditDeps,
  tx: Tx,
  change: AuditedChange,
): Promise<void> => recordAudits(deps, tx, [{ actor, change }])

/** The same for several entries, each with its actor, in their order. */
export async function recordAudits(
  { vault, clock }: Pick<AuditDeps, 'vault' | 'clock'>,
  tx: Tx,
  changes: readonly { readonly actor: Actor; readonly change: AuditedChange }[],
): Promise<void> {
  const entries: AuditEntry[] = []
  const last = await lockChainEnd(tx)
  let { end } = last
  let lastMs = last.at?.getTime() ?? 0
  for (const { actor, change } of changes) {
    const { accountId = operatorScope, action, object, before, after } = change
    // Never before the last entry, also when this process has not seen a moved clock.
    lastMs = Math.max(lastMs, clock.now().getTime())
    const at = new Date(lastMs)
    const content = JSON.stringify({ action, actor, object, before, after } satisfies {
      [Field in keyof AuditContent]: unknown
    })
    const entry = {
      accountId,
      id: newId(at.getTime()),
      number: end.number + 1,
      at,
      content,
      contentHash: contentHashOf(content),
    }
    end = { number: entry.number, hash: entryHash(vault, end.hash, entry) }
    entries.push({ ...entry, hash: end.hash })
  }
  await appendEntries(tx, entries, { ...end, seal: sealOf(vault, end) })
}
