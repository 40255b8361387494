import { Rejection } from '../primitives/rejection.ts'
import type { KeyKind } from './api-key.ts'

/** What a key may be restricted in. Rules ask for it by name before they let money leave. */
export type Permission = 'cashout:create'

/** What the key that asks may do. */
export interface Grant {
  readonly permissions: readonly Permission[]
}

/** A secret key may do all its account may, a public key none of it (reliability K3). */
export const grantOf = (kind: KeyKind): Grant => ({
  permissions: kind === 'secret' ? ['cashout:create'] : [],
})

/** Throws `permission-denied`. */
export function requirePermission({ permissions }: Grant, permission: Permission): void {
  if (!permissions.includes(permission)) throw new Rejection('permission-denied', { params: { permission } })
}
