import type { Queryable } from '../db/pool.ts'

/** A passkey as its person sees it. */
export interface ListedPasskey {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** A passkey as its signatures are checked. */
export interface KnownPasskey {
  readonly id: string
  readonly personId: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
}

export const passkeysOf = (db: Queryable, personId: string) => db<
  (ListedPasskey & { readonly credentialId: string; readonly transports: readonly string[] })[]
>`
  select id, name, credential_id as "credentialId", transports, created_at as "createdAt",
    last_used_at as "lastUsedAt"
  from people.passkeys
  where person_id = ${personId}
  order by created_at, id`

export async function passkeyByCredential(
  db: Queryable,
  credentialId: string,
): Promise<KnownPasskey | undefined> {
  const [row] = await db<KnownPasskey[]>`
    select k.id, k.person_id as "personId", k.credential_id as "credentialId",
      k.public_key as "publicKey", k.counter
    from people.passkeys k join people.persons p on p.id = k.person_id
    where k.credential_id = ${credentialId} and p.status = 'active'`
  return row
}

/** False: the credential is registered already. */
export async function insertPasskey(
  db: Queryable,
  given: Omit<KnownPasskey, 'publicKey'> & {
    readonly publicKey: Uint8Array
    readonly transports: readonly string[]
    readonly name: string
  },
): Promise<boolean> {
  const rows = await db`
    insert into people.passkeys
      (id, person_id, credential_id, public_key, counter, transports, name)
    values (${given.id}, ${given.personId}, ${given.credentialId},
      ${Buffer.from(given.publicKey)}, ${given.counter}, ${given.transports}, ${given.name})
    on conflict (credential_id) do nothing
    returning id`
  return rows.length > 0
}

/** False: another use of the passkey came between. */
export async function usePasskey(
  db: Queryable,
  { id, counter }: Pick<KnownPasskey, 'id' | 'counter'>,
  newCounter: number,
): Promise<boolean> {
  const rows = await db`
    update people.passkeys set counter = ${newCounter}, last_used_at = now()
    where id = ${id} and counter = ${counter}
    returning id`
  return rows.length > 0
}

/** Returns the passkey, and the name that it had. Undefined: the person has no such passkey. */
export async function renamePasskeyRow(
  db: Queryable,
  personId: string,
  { id, name }: Pick<ListedPasskey, 'id' | 'name'>,
): Promise<(ListedPasskey & { readonly before: string }) | undefined> {
  const [row] = await db<(ListedPasskey & { readonly before: string })[]>`
    with found as (
      select id, name from people.passkeys
      where person_id = ${personId} and id = ${id}
      for update)
    update people.passkeys k set name = ${name}
    from found
    where k.id = found.id
    returning k.id, k.name, found.name as before, k.created_at as "createdAt",
      k.last_used_at as "lastUsedAt"`
  return row
}

/** Returns the name. Undefined: the person has no such passkey. */
export async function removePasskeyRow(
  db: Queryable,
  personId: string,
  id: string,
): Promise<string | undefined> {
  const [row] = await db<{ name: string }[]>`
    delete from people.passkeys where person_id = ${personId} and id = ${id} returning name`
  return row?.name
}
