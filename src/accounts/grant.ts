import {
  type AccountPermission,
  browserPermissions,
  keyPermissions,
  type Permission,
} from '../../contract/permission.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { KeyKind } from './api-key.ts'

/** The permissions of a caller. Rules check them by name before money leaves. */
export interface Grant {
  readonly permissions: ReadonlySet<Permission>
}

/**
 * The permissions of a key: a public key may do what a payer's page needs, and a secret key what
 * its restriction names, or all that keys can do (docs/design/rules.md#k3).
 */
export function grantOf(
  kind: KeyKind,
  restriction: readonly AccountPermission[] | null = null,
): Grant {
  if (kind === 'public') return publicGrant
  if (restriction === null) return unrestricted
  // A name that no key may have grants nothing, whatever a row says.
  return { permissions: new Set(restriction.filter((each) => allowed.has(each))) }
}

const allowed: ReadonlySet<Permission> = new Set(keyPermissions)
const unrestricted: Grant = { permissions: allowed }
const publicGrant: Grant = { permissions: new Set(browserPermissions) }

/** Throws `permission-denied`. */
export function requirePermission({ permissions }: Grant, permission: Permission): void {
  if (!permissions.has(permission))
    throw new Rejection('permission-denied', { params: { permission } })
}
