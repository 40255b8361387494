import type { App } from '../app.ts'
import { replaceSealed, valuesSealedBy } from '../db/sealed-value-store.ts'
import { monotonicMs } from '../primitives/clock.ts'

/**
 * Moves some of the values sealed with older master keys to the current version
 * (docs/design/rules.md#k5). Only upwards: while processes get a new key one after another, two
 * workers with different versions do not undo each other's work. Returns the number of moved
 * values.
 */
export async function rewrapSecrets(app: Pick<App, 'sql' | 'vault' | 'log'>): Promise<number> {
  const { sql, vault, log } = app
  const older = vault.versions.filter((version) => version < vault.sealingVersion)
  if (older.length === 0 || monotonicMs() < (nextLookMs.get(vault) ?? 0)) return 0
  let moved = 0
  for (const value of await valuesSealedBy(sql, older, sharePerTable)) {
    try {
      if (await replaceSealed(sql, value, vault.rewrap(value.sealed, value.place))) moved += 1
    } catch (cause) {
      const { table, accountId } = value.place
      log.error(
        { table, accountId, err: String(cause) },
        'a sealed value could not be moved to the new master key',
      )
    }
  }
  if (moved > 0)
    log.info({ moved, version: vault.sealingVersion }, 'sealed values moved to the new master key')
  else nextLookMs.set(vault, monotonicMs() + lookEveryMs)
  return moved
}

const sharePerTable = 100

/** Processes that still seal with an older version may add values until they are restarted. */
const lookEveryMs = 60_000
const nextLookMs = new WeakMap<App['vault'], number>()
