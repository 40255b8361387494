import type { Sql } from '../db/pool.ts'

/** A provider as an operator configured it. Its settings, secrets included, are sealed (reliability K5). */
export interface ProviderRow {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly sealed: Buffer
  readonly updatedAt: Date
}

/** Told to every process when a provider was added or changed. */
export const providersChannel = 'guiche_providers'

export const allProviders = (sql: Sql) => sql<ProviderRow[]>`
  select id, kind, name, sealed, updated_at as "updatedAt" from providers order by created_at`

export async function insertProvider(
  sql: Sql,
  { id, kind, name, sealed, callbackDigest }: Omit<ProviderRow, 'updatedAt'> & { readonly callbackDigest: Buffer },
): Promise<void> {
  await sql`
    with made as (
      insert into providers (id, kind, name, sealed, callback_digest)
      values (${id}, ${kind}, ${name}, ${sealed}, ${callbackDigest}) returning id)
    select pg_notify(${providersChannel}, '') from made`
}

export async function updateProvider(
  sql: Sql,
  { id, name, sealed }: Pick<ProviderRow, 'id' | 'name' | 'sealed'>,
): Promise<void> {
  await sql`
    with changed as (
      update providers set name = ${name}, sealed = ${sealed}, updated_at = now() where id = ${id} returning id)
    select pg_notify(${providersChannel}, '') from changed`
}

/** The provider that calls us at an address with this secret in it. */
export async function providerByCallback(
  sql: Sql,
  callbackDigest: Buffer,
): Promise<{ id: string; kind: string } | undefined> {
  const [row] = await sql<
    { id: string; kind: string }[]
  >`select id, kind from providers where callback_digest = ${callbackDigest}`
  return row
}

/** From now on the provider calls us at the address with this other secret. */
export async function replaceCallback(sql: Sql, id: string, callbackDigest: Buffer): Promise<void> {
  await sql`update providers set callback_digest = ${callbackDigest} where id = ${id}`
}
