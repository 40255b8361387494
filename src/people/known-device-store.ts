import type { Queryable } from '../db/pool.ts'

/**
 * Remembers that a person has signed in on a device. Returns whether the device is new to a person
 * who has signed in on another one before.
 */
export async function rememberDevice(
  tx: Queryable,
  personId: string,
  digest: Buffer,
): Promise<boolean> {
  const known = await tx<{ isThis: boolean }[]>`
    select digest = ${digest} as "isThis"
    from people.known_devices
    where person_id = ${personId}`
  await tx`
    insert into people.known_devices (person_id, digest)
    values (${personId}, ${digest})
    on conflict (person_id, digest) do update set last_seen_at = now()`
  return known.length > 0 && !known.some(({ isThis }) => isThis)
}
