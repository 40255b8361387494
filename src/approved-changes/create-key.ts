import {
  type AccountPermission,
  keyPermissions,
  needsProof,
  type Permission,
} from '../../contract/permission.ts'
import { accountById } from '../accounts/account-store.ts'
import type { KeyKind } from '../accounts/api-key.ts'
import { keyById } from '../accounts/api-key-store.ts'
import { requirePermission } from '../accounts/grant.ts'
import { issueKey, rotateKey } from '../accounts/issue-key.ts'
import type { KeyRestriction } from '../accounts/key-restriction.ts'
import type { Approval } from '../approvals/approval.ts'
import { operatorScope } from '../audit-log/audit-entry.ts'
import type { Queryable } from '../db/pool.ts'
import { personWithMemberships } from '../people/person-store.ts'
import { permissionsOf } from '../people/role.ts'
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
  async apply(app, { restriction, ...key }, approval) {
    await requireHeld(app.sql, approval, { kind: key.kind, permissions: restriction.permissions })
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
  async apply(app, rotation, approval) {
    const old = await keyById(app.sql, rotation.accountId, rotation.keyId)
    if (old) await requireHeld(app.sql, approval, old)
    return (await rotateKey(app, rotation)).key
  },
})

/**
 * The person who asked may have lost permissions while the request waited, and gets no key with
 * them. Throws `permission-denied`.
 */
async function requireHeld(
  sql: Queryable,
  { accountId: scope, requestedBy }: Approval,
  key: { readonly kind: KeyKind; readonly permissions: readonly AccountPermission[] | null },
): Promise<void> {
  if (requestedBy.kind !== 'person') return
  const place = scope === operatorScope ? null : scope
  const person = await personWithMemberships(sql, requestedBy.id)
  const membership = person?.memberships.find(({ accountId }) => accountId === place)
  const isActive = membership !== undefined && person?.status === 'active'
  const grant = { permissions: isActive ? permissionsOf(membership) : new Set<Permission>() }
  requirePermission(grant, place === null ? 'account-keys:write' : 'keys:write')
  if (place !== null && key.kind === 'secret')
    for (const permission of key.permissions ?? keyPermissions) requirePermission(grant, permission)
}

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
