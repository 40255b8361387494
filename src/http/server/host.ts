import { Rejection } from '../../primitives/rejection.ts'

/**
 * Requires exactly one Host (docs/design/rules.md#b1), so that a proxy and this server never read
 * different ones.
 */
export function requireOneHost(rawHeaders: readonly string[]): void {
  let host: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'host') continue
    if (host !== undefined) throw new Rejection('host-invalid')
    host = rawHeaders[index + 1]
  }
  if (host === undefined || !hostPattern.test(host)) throw new Rejection('host-invalid')
}

const hostPattern = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/
