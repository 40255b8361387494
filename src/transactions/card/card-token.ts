import { randomBase62 } from '../../primitives/id.ts'
import type { Vault } from '../../primitives/vault.ts'
import type { CardData } from '../../providers/ports/card.ts'

/**
 * A one-time card token holds the card itself, sealed for one account. The card is stored in no
 * table, so no table can leak it (docs/design/rules.md#g2). Only the digest of a spent token is
 * stored.
 */
export function sealCardToken(
  vault: Vault,
  { accountId, card, at }: { accountId: string; card: CardData; at: Date },
): { token: string; expiresAt: Date } {
  const name = randomBase62(nameLength)
  const expiresAt = new Date(at.getTime() + lifetimeMs)
  const sealed = vault.seal(
    JSON.stringify({ card, expiresAt: expiresAt.getTime() }),
    placeOf(accountId, name),
  )
  return { token: `${prefix}${name}${sealed.toString('base64url')}`, expiresAt }
}

/**
 * Opens a token. Undefined: it is not one of ours, belongs to another account, was changed, or is
 * older than 15 minutes. `digest` identifies it in `spent_card_tokens`.
 */
export function openCardToken(
  vault: Vault,
  { accountId, token, at }: { accountId: string; token: string; at: Date },
): { card: CardData; digest: Buffer } | undefined {
  const [, name, body] = pattern.exec(token) ?? []
  if (name === undefined || body === undefined) return undefined
  const text = openText(vault, Buffer.from(body, 'base64url'), placeOf(accountId, name))
  if (text === undefined) return undefined
  const { card, expiresAt } = JSON.parse(text) as { card: CardData; expiresAt: number }
  if (at.getTime() >= expiresAt) return undefined
  return { card, digest: vault.stableHmac('card-token', name) }
}

const prefix = 'tok_'
const nameLength = 22
const pattern = /^tok_([0-9A-Za-z]{22})([\w-]{100,4000})$/
const lifetimeMs = 15 * 60_000

const placeOf = (accountId: string, name: string) => ({ table: 'card_tokens', id: name, accountId })

/** Undefined for any error, because the caller reports every invalid token alike. */
function openText(
  vault: Vault,
  sealed: Buffer,
  place: ReturnType<typeof placeOf>,
): string | undefined {
  try {
    return vault.open(sealed, place).toString('utf8')
  } catch {
    return undefined
  }
}
