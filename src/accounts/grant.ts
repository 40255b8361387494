import { Rejection } from '../primitives/rejection.ts'
import type { KeyKind } from './api-key.ts'

/** The permissions of a key. Rules check them by name before money leaves. */
export type Permission = 'cashout:create'

/** The permissions of the calling key. */
export interface Grant {
  readonly permissions: readonly Permission[]
}

/**
 * A secret key may do all that its account may; a public key may do none of it
 * (docs/design/rules.md#k3).
 */
export const grantOf = (kind: KeyKind): Grant => ({
  permissions: kind === 'secret' ? ['cashout:create'] : [],
})

/** Throws `permission-denied`. */
export function requirePermission({ permissions }: Grant, permission: Permission): void {
  if (!permissions.includes(permission))
    throw new Rejection('permission-denied', { params: { permission } })
}
