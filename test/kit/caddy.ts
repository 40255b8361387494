import { join } from 'node:path'
import { installed, unpackedPackage } from './debian-package.ts'

/**
 * The path of `caddy`: that of the machine, or Debian's.
 * @throws Error where there is neither
 */
export async function caddyProgram(): Promise<string> {
  const found = installed('caddy')
  if (found !== undefined) return found
  const missing =
    'the Caddyfile is not tested: neither this machine nor a mirror of Debian has Caddy'
  return join(await unpackedPackage({ name: 'caddy' }, missing), 'usr/bin/caddy')
}
