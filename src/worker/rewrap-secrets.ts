import type { App } from '../app.ts'
import { atItsPlace } from '../db/answer-place.ts'
import { recordMoved } from '../db/identity-store.ts'
import { replaceSealed, sealedCounts, valuesSealedBy } from '../db/sealed-value-store.ts'
import { monotonicMs } from '../primitives/clock.ts'

type RewrapDeps = Pick<App, 'sql' | 'vault' | 'log'>

/**
 * Moves some of the values sealed with older master keys to the current version
 * (docs/design/rules.md#k5). Only upwards: while processes get a new key one after another, two
 * workers with different versions do not undo each other's work. Returns the number of moved
 * values.
 */
export async function rewrapSecrets(app: RewrapDeps): Promise<number> {
  const { sql, vault, log } = app
  const older = olderVersions(vault)
  if (older.length === 0 || monotonicMs() < (nextLookMs.get(vault) ?? 0)) return 0
  let moved = 0
  for (const value of await valuesSealedBy(sql, older, sharePerColumn)) {
    try {
      const fresh = atItsPlace(value.place, (place) => vault.rewrap(value.sealed, place))
      if (await replaceSealed(sql, value, fresh)) moved += 1
    } catch (cause) {
      const { table, accountId } = value.place
      log.error(
        { table, accountId, err: String(cause) },
        'a sealed value could not be moved to the new master key',
      )
    }
  }
  if (moved > 0) await recordMoved(sql, vault.sealingVersion, moved)
  else nextLookMs.set(vault, monotonicMs() + lookEveryMs)
  await logProgress(app, moved)
  return moved
}

/** A line at the first move, then at most every ten seconds, and at the end. */
async function logProgress({ sql, vault, log }: RewrapDeps, moved: number): Promise<void> {
  const rotation = rotations.get(vault) ?? { fromMs: monotonicMs(), moved: 0, nextLineMs: 0 }
  rotation.moved += moved
  if (rotation.moved === 0) return
  const nowMs = monotonicMs()
  if (moved > 0) rotations.set(vault, rotation)
  else rotations.delete(vault)
  if (moved > 0 && nowMs < rotation.nextLineMs) return
  rotation.nextLineMs = nowMs + lineEveryMs
  const counts = await sealedCounts(sql)
  const remaining = counts
    .filter(({ version }) => version < vault.sealingVersion)
    .reduce((sum, { count }) => sum + count, 0)
  const perSecond = Math.round(rotation.moved / Math.max((nowMs - rotation.fromMs) / 1_000, 1))
  log.info(
    { version: vault.sealingVersion, moved: rotation.moved, remaining, perSecond },
    'sealed values moved to the new master key',
  )
}

const olderVersions = (vault: App['vault']): readonly number[] =>
  vault.versions.filter((version) => version < vault.sealingVersion)

const sharePerColumn = 100

/** Processes that still seal with an older version may add values until they are restarted. */
const lookEveryMs = 60_000
const nextLookMs = new WeakMap<App['vault'], number>()

const lineEveryMs = 10_000
/** The moves of this process since it last found nothing to move. */
const rotations = new WeakMap<
  App['vault'],
  { readonly fromMs: number; moved: number; nextLineMs: number }
>()
