import type { Destination } from '../brazil/pix-key.ts'
import { randomBase62 } from '../primitives/id.ts'
import type { Vault } from '../primitives/vault.ts'
import type { OwnerQuery } from '../providers/ports/payout.ts'

/** A query of the owner of a key, before a payment to it. */
export interface AskedOwner extends OwnerQuery {
  readonly providerId: string
  /** In its normal form. */
  readonly key: string
  /** ISO 8601. */
  readonly at: string
}

/**
 * The token of a query, sealed for one account. The client sends it with the cashout. So no table
 * holds what people only looked at, and no client can change what the bank answered.
 */
export function sealOwnerQuery(vault: Vault, accountId: string, query: AskedOwner): string {
  const name = randomBase62(nameLength)
  const sealed = vault.seal(JSON.stringify(query), placeOf(accountId, name))
  return `${prefix}${name}${sealed.toString('base64url')}`
}

/** `undefined`: it is not one of ours, belongs to another account, or was changed. */
export function openOwnerQuery(
  vault: Vault,
  accountId: string,
  token: string,
): AskedOwner | undefined {
  const [, name, body] = pattern.exec(token) ?? []
  if (name === undefined || body === undefined) return undefined
  try {
    const text = vault.open(Buffer.from(body, 'base64url'), placeOf(accountId, name))
    return JSON.parse(text.toString('utf8')) as AskedOwner
  } catch {
    return undefined
  }
}

/** Whether the query is of this key at this bank. */
export const isQueryOf = (
  query: AskedOwner,
  { key, providerId }: { readonly key: Destination; readonly providerId: string },
): boolean => query.key === key.value && query.providerId === providerId

/** An older query is not named: the key may belong to another person by now. */
export const isFresh = ({ at }: AskedOwner, now: Date): boolean =>
  now.getTime() - new Date(at).getTime() < 30 * 60_000

const prefix = 'own_'
const nameLength = 22
const pattern = /^own_([0-9A-Za-z]{22})([\w-]{40,2000})$/

const placeOf = (accountId: string, name: string) => ({
  table: 'owner_queries',
  id: name,
  accountId,
})
