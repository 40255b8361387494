import { crc32 } from 'node:zlib'
import type { KeyKind } from '../../contract/account.ts'
import type { Actor } from '../primitives/actor.ts'
import { randomBase62 } from '../primitives/id.ts'
import type { KeyRestriction } from './key-restriction.ts'

/**
 * Secret keys authorize the routes of the account. Public keys authorize only the routes for
 * browsers (docs/design/rules.md#k3).
 */
export type { KeyKind }

/**
 * A key as an operator or merchant sees it. The key itself is shown once and not stored.
 */
export interface ApiKey extends KeyRestriction {
  readonly accountId: string
  readonly id: string
  readonly kind: KeyKind
  readonly name: string
  readonly firstEight: string
  readonly lastFour: string
  readonly createdAt: Date
  /** The end of its validity, or of the overlap after it was replaced. */
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
  /** Who made it. Null: not recorded. */
  readonly madeBy: Pick<Actor, 'kind' | 'id' | 'name'> | null
}

/**
 * `sk_` or `pk_`, 32 random letters and digits, and 6 characters of a checksum
 * (docs/design/rules.md#k1).
 */
export function newKey(kind: KeyKind): string {
  const body = prefixes[kind] + randomBase62(32)
  return body + checksum(body)
}

/**
 * Returns the kind of a key. `undefined`: the text cannot be a key of ours. It needs no query, so
 * an invalid text costs none.
 */
export function kindOfKey(text: string): KeyKind | undefined {
  if (!pattern.test(text) || checksum(text.slice(0, -6)) !== text.slice(-6)) return undefined
  return text.startsWith(prefixes.secret) ? 'secret' : 'public'
}

const prefixes: Record<KeyKind, string> = { secret: 'sk_', public: 'pk_' }
const pattern = /^(?:sk|pk)_[0-9A-Za-z]{38}$/
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** CRC-32 in six base62 digits. It detects a truncated or mistyped key and proves nothing else. */
function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let digit = 0; digit < 6; digit++) {
    text = base62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
