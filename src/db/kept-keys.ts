import { type DigestKeys, type KeptKeys, keptKeysOf, openDigests } from '../primitives/digests.ts'
import type { Place, Vault } from '../primitives/vault.ts'
import { readIdentity } from './identity-store.ts'
import { type PepperRow, pepperRows } from './pepper-store.ts'
import type { Queryable } from './pool.ts'

/** Seals the keys that stay when this pepper is retired. */
export const sealKeptKeys = (
  vault: Pick<Vault, 'seal'>,
  version: number,
  pepper: Buffer,
): Buffer => {
  const keys = Object.entries(keptKeysOf(pepper))
  const texts = keys.map(([label, key]) => [label, key.toString('base64')])
  return vault.seal(JSON.stringify(Object.fromEntries(texts)), keptKeysPlace(version))
}

function openKeptKeys(
  vault: Pick<Vault, 'open'>,
  { version, keptKeys }: Pick<PepperRow, 'version' | 'keptKeys'>,
): KeptKeys {
  const texts = JSON.parse(vault.open(keptKeys, keptKeysPlace(version)).toString())
  return Object.fromEntries(
    Object.entries(texts as Record<string, string>).map(([label, key]) => [
      label,
      Buffer.from(key, 'base64'),
    ]),
  )
}

const keptKeysPlace = (version: number): Place => ({
  table: 'pepper_versions',
  id: String(version),
})

/**
 * What the database knows of the peppers and the settings do not: which one was the first of the
 * installation, and the keys that outlive a retired one.
 */
export async function readKeptKeys(
  db: Queryable,
  vault: Pick<Vault, 'open'>,
): Promise<Pick<DigestKeys, 'firstPepper' | 'keptKeys'>> {
  const rows = await pepperRows(db)
  const identity = await readIdentity(db)
  const first = identity && rows.find(({ proof }) => proof.equals(identity.pepperProof))
  return {
    ...(first && { firstPepper: first.version }),
    keptKeys: new Map(rows.map((row) => [row.version, openKeptKeys(vault, row)])),
  }
}

/** Proves that a process has this pepper. */
export const pepperProof = (pepper: Buffer): Buffer =>
  openDigests({ peppers: new Map([[1, pepper]]) }).hmac('database-identity', 'guiche')
