import { Rejection } from '../../primitives/rejection.ts'

/**
 * The dated versions of the interface, oldest first. An account is pinned to the newest one at its
 * first call.
 */
export const apiVersions = ['2026-11-01'] as const

export const newestVersion: string = apiVersions.at(-1) ?? ''

/**
 * The version of a response: the requested one, otherwise the account's own. Throws
 * `version-not-supported`.
 */
export function versionFor(requested: string | undefined, pinned: string | null): string {
  if (requested === undefined || requested === '') return pinned ?? newestVersion
  const version = apiVersions.find((each) => each === requested.trim())
  if (version === undefined)
    throw new Rejection('version-not-supported', { params: { versions: apiVersions.join(', ') } })
  return version
}
