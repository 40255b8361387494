import type { Sql } from '../db/pool.ts'
import { pepperVersionOf } from '../primitives/digests.ts'

/**
 * A provider as an operator configured it. Its settings, secrets included, are sealed
 * (docs/design/rules.md#k5).
 */
export interface ProviderRow {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly sealed: Buffer
  /**
   * Whether the bank accepted the latest address of our callbacks. Null: an operator registers the
   * address by hand.
   */
  readonly callbackRegistered: boolean | null
  /** When that address was made. Null: by an older version of the gateway. */
  readonly callbackMadeAt: Date | null
  /** The provider still uses the address before that one. */
  readonly isCallbackOffered: boolean
  readonly updatedAt: Date
}

/** Notified to every process when a provider was added or changed. */
export const providersChannel = 'guiche_providers'

export const allProviders = (sql: Sql) => sql<ProviderRow[]>`
  select id, kind, name, sealed, callback_registered as "callbackRegistered",
    callback_made_at as "callbackMadeAt",
    next_callback_digest is not null as "isCallbackOffered",
    updated_at as "updatedAt"
  from providers
  order by created_at`

/** Returns false if a provider with this id exists. */
export async function insertProvider(
  sql: Sql,
  {
    id,
    kind,
    name,
    sealed,
    callbackDigest,
  }: Pick<ProviderRow, 'id' | 'kind' | 'name' | 'sealed'> & { readonly callbackDigest: Buffer },
): Promise<boolean> {
  const rows = await sql`
    with made as (
      insert into providers (id, kind, name, sealed, callback_digest, callback_made_at)
      values (${id}, ${kind}, ${name}, ${sealed}, ${callbackDigest}, now())
      on conflict (id) do nothing
      returning id)
    select pg_notify(${providersChannel}, '') from made`
  return rows.length === 1
}

export async function updateProvider(
  sql: Sql,
  { id, name, sealed }: Pick<ProviderRow, 'id' | 'name' | 'sealed'>,
): Promise<void> {
  await sql`
    with changed as (
      update providers
      set name = ${name}, sealed = ${sealed}, updated_at = now()
      where id = ${id}
      returning id)
    select pg_notify(${providersChannel}, '') from changed`
}

/**
 * The id of the provider that calls each of these addresses, in the same order. An address is given
 * by its digest under each pepper, the one in use first, and its stored digest becomes that one. A
 * provider that calls its next address no longer needs the old one.
 */
export async function providersByCallbacks(
  sql: Sql,
  callbacks: readonly (readonly Buffer[])[],
): Promise<readonly (string | undefined)[]> {
  const rows = await sql<{ id: string; current: Buffer; next: Buffer | null }[]>`
    select id, callback_digest as current, next_callback_digest as next from providers
    where callback_digest = any(${callbacks.flat()}::bytea[])
      or next_callback_digest = any(${callbacks.flat()}::bytea[])`
  return Promise.all(
    callbacks.map(async (digests) => {
      const isOneOf = (stored: Buffer | null) => digests.find((digest) => stored?.equals(digest))
      for (const { id, current, next } of rows) {
        const digest = isOneOf(current) ?? isOneOf(next)
        if (!digest) continue
        if (digest.equals(next ?? Buffer.alloc(0))) await takeNextCallback(sql, id, digest)
        const [fresh = digest] = digests
        if (pepperVersionOf(fresh) > pepperVersionOf(digest))
          await replaceCallbackDigest(sql, id, { digest, fresh })
        return id
      }
      return undefined
    }),
  )
}

/** The same address under the pepper in use. */
const replaceCallbackDigest = (
  sql: Sql,
  id: string,
  { digest, fresh }: { readonly digest: Buffer; readonly fresh: Buffer },
) => sql`
  update providers set callback_digest = ${fresh} where id = ${id} and callback_digest = ${digest}`

/** The digests of the addresses that these providers may call: in use, and offered. */
export async function callbackDigests(
  sql: Sql,
  ids: readonly string[],
): Promise<readonly Buffer[]> {
  const rows = await sql<{ current: Buffer; next: Buffer | null }[]>`
    select callback_digest as current, next_callback_digest as next
    from providers where id = any(${ids}::uuid[])`
  return rows.flatMap(({ current, next }) => [current, ...(next ? [next] : [])])
}

/**
 * The address with this other secret is offered to the provider, which may call either address from
 * now on.
 */
export async function offerCallback(sql: Sql, id: string, callbackDigest: Buffer): Promise<void> {
  await sql`
    update providers set next_callback_digest = ${callbackDigest}, callback_made_at = now()
    where id = ${id}`
}

/** The provider uses the offered address: the old one is no longer valid. */
export async function takeNextCallback(
  sql: Sql,
  id: string,
  callbackDigest: Buffer,
): Promise<void> {
  await sql`
    update providers set callback_digest = next_callback_digest, next_callback_digest = null,
      callback_registered = case when callback_registered is null then null else true end
    where id = ${id} and next_callback_digest = ${callbackDigest}`
}

/** Whether the bank accepted the latest address. Null: an operator registers it by hand. */
export async function keepRegistration(
  sql: Sql,
  id: string,
  isRegistered: boolean | null,
): Promise<void> {
  await sql`update providers set callback_registered = ${isRegistered} where id = ${id}`
}
