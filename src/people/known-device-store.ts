import type { Queryable } from '../db/pool.ts'
import { pepperVersionOf } from '../primitives/digests.ts'

/**
 * Remembers that a person has signed in on a device. `digests`: of the device, under each pepper,
 * the one in use first; it replaces an older one. Returns whether the device is new to a person who
 * has signed in on another one before.
 */
export async function rememberDevice(
  tx: Queryable,
  personId: string,
  digests: readonly [inUse: Buffer, ...others: Buffer[]],
): Promise<boolean> {
  const [inUse] = digests
  const known = await tx<{ digest: Buffer }[]>`
    select digest from people.known_devices where person_id = ${personId}`
  const same = known.find((row) => digests.some((digest) => digest.equals(row.digest)))?.digest
  const isOlder = same !== undefined && pepperVersionOf(same) < pepperVersionOf(inUse)
  if (isOlder)
    await tx`
      delete from people.known_devices where person_id = ${personId} and digest = ${same}`
  await tx`
    insert into people.known_devices (person_id, digest)
    values (${personId}, ${isOlder ? inUse : (same ?? inUse)})
    on conflict (person_id, digest) do update set last_seen_at = now()`
  return known.length > 0 && same === undefined
}
