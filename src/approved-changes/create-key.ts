import { needsProof } from '../../contract/permission.ts'
import { accountById } from '../accounts/account-store.ts'
import type { KeyKind } from '../accounts/api-key.ts'
import { keyById } from '../accounts/api-key-store.ts'
import { issueKey, rotateKey } from '../accounts/issue-key.ts'
import type { KeyRestriction } from '../accounts/key-restriction.ts'
import { Rejection } from '../primitives/rejection.ts'
import { secondPersonChange } from './second-person-change.ts'

interface NewKey {
  readonly accountId: string
  readonly kind: KeyKind
  readonly name: string
  readonly restriction: Omit<KeyRestriction, 'validUntil'> & { readonly validUntil: string | null }
}

/** A key as the request for its approval stores it. */
export const storedKey = ({
  restriction,
  ...key
}: Omit<NewKey, 'restriction'> & { readonly restriction: KeyRestriction }): NewKey => ({
  ...key,
  restriction: { ...restriction, validUntil: restriction.validUntil?.toISOString() ?? null },
})

/** A new key with a sensitive permission. The person who asked for it sees it once. */
export const createKeyApproved = secondPersonChange<NewKey>({
  kind: 'transaction',
  permission: 'account-keys:write',
  async describe({ sql }, { accountId, kind, name, restriction }) {
    const found = await accountById(sql, accountId)
    if (!found) throw new Rejection('not-found')
    return {
      subject: { type: 'account', id: accountId, name: found.account.name },
      before: {},
      after: { kind, name, ...restriction },
    }
  },
  async apply(app, { restriction, ...key }) {
    const { validUntil } = restriction
    const { key: text } = await issueKey(app, {
      ...key,
      restriction: {
        ...restriction,
        validUntil: validUntil === null ? null : new Date(validUntil),
      },
    })
    return text
  },
})

interface KeyRotation {
  readonly accountId: string
  readonly keyId: string
  readonly overlapSeconds: number
}

/** A key in place of a sensitive one. The person who asked for it sees it once. */
export const rotateKeyApproved = secondPersonChange<KeyRotation>({
  kind: 'transaction',
  permission: 'account-keys:write',
  async describe({ sql }, { accountId, keyId, overlapSeconds }) {
    const key = await keyById(sql, accountId, keyId)
    if (!key) throw new Rejection('key-not-found')
    const { name, firstEight, lastFour } = key
    return {
      subject: { type: 'key', id: keyId, name },
      before: { key: `${firstEight}…${lastFour}` },
      after: { key: 'replaced', overlapSeconds },
    }
  },
  async apply(app, rotation) {
    return (await rotateKey(app, rotation)).key
  },
})

/**
 * Whether a key lets money out, or shows the secret of the webhooks. An unrestricted secret key has
 * every permission.
 */
export const isSensitiveKey = ({
  kind,
  restriction,
}: {
  readonly kind: KeyKind
  readonly restriction: Pick<KeyRestriction, 'permissions'>
}): boolean =>
  kind === 'secret' &&
  (restriction.permissions === null || restriction.permissions.some(needsProof))
